// PostgreSQL on loopback: started, killed and started again on the same files.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import pg from 'pg'

import {
  type Folder,
  folder,
  freePort,
  type Owner,
  Program,
  pause,
  unprivileged,
} from './process.js'

export class PostgresServer {
  readonly port: number
  readonly #bin: string
  readonly #data: Folder
  readonly #owner: Owner | undefined
  #program: Program | undefined

  private constructor(port: number, bin: string, owner: Owner | undefined, place: Folder) {
    this.port = port
    this.#bin = bin
    this.#owner = owner
    this.#data = place
  }

  /**
   * A fresh server, of the programs in this folder; its files are in a folder of its own, or in `place`. `more`: further
   * arguments of `initdb`.
   */
  static async start(
    bin: string,
    place: (owner?: Owner) => Folder = folder,
    more: readonly string[] = [],
  ): Promise<PostgresServer> {
    const owner = unprivileged('postgres', 'nobody')
    const server = new PostgresServer(await freePort(), bin, owner, place(owner))
    const data = ['-D', join(server.#data.path, 'data'), ...more]
    const args = [...data, '-A', 'trust', '-U', 'test', '-E', 'UTF8', '--locale=C']
    execFileSync(join(bin, 'initdb'), args, { stdio: 'pipe', ...server.#owner })
    await server.run()
    return server
  }

  get url(): string {
    return urlAt(this.port)
  }

  /** Starts it. After a `kill -9` its children may take a moment to go. */
  async run(): Promise<void> {
    for (let left = 100; ; left -= 1) {
      try {
        return await this.#run()
      } catch (error) {
        if (left === 0) throw error
        await pause(100)
      }
    }
  }

  async #run(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `port=${this.port}`, 'unix_socket_directories=']
    const args = [...settings, 'max_connections=100'].flatMap((setting) => ['-c', setting])
    this.#program = new Program(
      join(this.#bin, 'postgres'),
      ['-D', join(this.#data.path, 'data'), ...args],
      this.#owner,
    )
    await this.#program.ready(async () => {
      const client = new pg.Client({ connectionString: this.url })
      await client.connect()
      await client.end()
    })
  }

  /** Processor time, in microseconds. */
  get cpu(): number {
    return this.#program?.cpu ?? 0
  }

  /** Starts it if it has ended. */
  async revive(): Promise<void> {
    if (this.#program?.hasEnded) await this.run()
  }

  /** As a machine that loses its power, but for its disk. */
  async kill(): Promise<void> {
    await this.#program?.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#program?.end('SIGINT')
    this.#data.remove()
  }
}

/** The address of a server, or of a proxy before it. */
export function urlAt(port: number): string {
  return `postgres://test@127.0.0.1:${port}/postgres`
}
