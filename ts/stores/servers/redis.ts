// Redis or Valkey on loopback, with a replica where it is asked for.

import { createClient } from 'redis'
import { type Folder, folder, freePort, Program } from './process.js'

export class RedisServer {
  readonly port: number
  readonly #command: string
  readonly #data: Folder
  readonly #more: readonly string[]
  #program: Program | undefined

  private constructor(port: number, command: string, place: Folder, more: readonly string[]) {
    this.port = port
    this.#command = command
    this.#data = place
    this.#more = more
  }

  /** A fresh server, which syncs before it answers; its files are in `place`. `more`: further settings. */
  static async start(
    command: string,
    place: Folder = folder(),
    more: readonly string[] = [],
  ): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), command, place, more)
    await server.run()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async run(): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#data.path]
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    this.#program = new Program(this.#command, [...own, ...durable, ...this.#more])
    await this.#program.ready(() => this.ask('PING'))
  }

  /** Sends one command over a connection of its own. */
  async ask(...command: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    await client.connect()
    try {
      return await client.sendCommand([...command])
    } finally {
      client.destroy()
    }
  }

  /** Processor time, in microseconds. */
  get cpu(): number {
    return this.#program?.cpu ?? 0
  }

  /** Starts it if it has ended. */
  async revive(): Promise<void> {
    if (this.#program?.hasEnded) await this.run()
  }

  async kill(): Promise<void> {
    await this.#program?.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#program?.end('SIGKILL')
    this.#data.remove()
  }
}
