// Redis or Valkey on loopback, with a replica where it is asked for.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createClient } from 'redis'
import { folder, freePort, Program } from './process.js'

const names = ['valkey-server', 'redis-server']

function program(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return names
    .flatMap((name) => folders.map((path) => join(path, name)))
    .find((path) => existsSync(path))
}

export class RedisServer {
  readonly port: number
  readonly #command: string
  readonly #settings: readonly string[]
  readonly #data: ReturnType<typeof folder> = folder()
  #program: Program | undefined

  private constructor(port: number, command: string, settings: readonly string[]) {
    this.port = port
    this.#command = command
    this.#settings = settings
  }

  /** A fresh server, which syncs before it answers; or nothing where it is not installed. */
  static async start(...settings: readonly string[]): Promise<RedisServer | undefined> {
    const command = program()
    if (command === undefined) return undefined
    const server = new RedisServer(await freePort(), command, settings)
    await server.run()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async run(): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#data.path]
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    this.#program = new Program(this.#command, [...own, ...durable, ...this.#settings])
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

  async kill(): Promise<void> {
    await this.#program?.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#program?.end('SIGKILL')
    this.#data.remove()
  }
}
