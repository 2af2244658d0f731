// Three instances of the registry behind a proxy, as programs of their own.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { folder, freePort, Program } from '../stores/servers/process.js'
import { LoopbackProxy } from './proxy.js'

const main = fileURLToPath(new URL('../examples/registry/main.js', import.meta.url))
const otel = new URL('./otel.js', import.meta.url).href
const instances = 3

/** Where the instances keep what they share: variables of the registry. None: a file. */
export type Databases = { readonly DATABASE_URL?: string; readonly REDIS_URL?: string }

export class Fleet {
  readonly proxy: LoopbackProxy
  readonly ports: readonly number[]
  readonly programs: Program[]
  readonly #data: ReturnType<typeof folder>
  readonly #databases: Databases

  private constructor(proxy: LoopbackProxy, ports: readonly number[], databases: Databases) {
    this.proxy = proxy
    this.ports = ports
    this.#databases = databases
    this.#data = folder()
    this.programs = ports.map((port) => this.#spawn(port))
  }

  static async start(databases: Databases): Promise<Fleet> {
    const proxy = await LoopbackProxy.start()
    const ports: number[] = []
    while (ports.length < instances) ports.push(await freePort())
    const fleet = new Fleet(proxy, ports, databases)
    proxy.ports = ports
    await Promise.all(ports.map((_, index) => fleet.ready(index)))
    return fleet
  }

  get origin(): string {
    return this.proxy.origin
  }

  /** The key of the registry, which no log may show. */
  get keyFile(): string {
    return join(this.#data.path, 'registry.jwk')
  }

  /** Waits until an instance says that it is ready. */
  ready(index: number): Promise<void> {
    return (this.programs[index] as Program).ready(async () => {
      const { status } = await fetch(`http://127.0.0.1:${this.ports[index]}/ready`)
      if (status !== 200) throw new Error(`it is not ready: ${status}`)
    })
  }

  /** Starts an instance again that has ended. */
  async restart(index: number): Promise<void> {
    this.programs[index] = this.#spawn(this.ports[index] as number)
    await this.ready(index)
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end('SIGTERM')))
    await this.proxy.close()
    this.#data.remove()
  }

  #spawn(port: number): Program {
    const own = { PORT: String(port), ORIGIN: this.origin, DATA: this.#data.path }
    const env = { ...process.env, ...own, ...this.#databases }
    return new Program(process.execPath, ['--import', otel, main], { env })
  }
}
