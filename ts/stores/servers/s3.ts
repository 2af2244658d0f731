// A server of S3 on loopback. The crate `s3s-fs` looks at a condition and then writes, in two steps; the service does both
// in one. So a proxy before it lets through one request at a time.

import { mkdirSync } from 'node:fs'
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { bucket, s3Keys } from '../target.js'
import { type Folder, folder, freePort, Program } from './process.js'

export class S3Server {
  readonly #data: Folder
  readonly #proxy: Server
  readonly #program: Program
  readonly #inner: number
  #turn: Promise<void> = Promise.resolve()

  private constructor(command: string, inner: number, place: Folder) {
    this.#inner = inner
    this.#data = place
    mkdirSync(join(this.#data.path, bucket))
    const address = ['--host', '127.0.0.1', '--port', String(inner)]
    const keys = ['--access-key', s3Keys.accessKeyId, '--secret-key', s3Keys.secretAccessKey]
    this.#program = new Program(command, [...address, ...keys, this.#data.path])
    this.#proxy = createServer((request, response) => {
      this.#turn = this.#turn.then(() => this.#pass(request, response))
    })
  }

  /** A fresh server with an empty bucket. */
  static async start(command: string, place: Folder = folder()): Promise<S3Server> {
    const server = new S3Server(command, await freePort(), place)
    await server.#program.ready(() => fetch(`http://127.0.0.1:${server.#inner}`))
    await new Promise<void>((resolve) => server.#proxy.listen(0, '127.0.0.1', resolve))
    return server
  }

  get port(): number {
    return (this.#proxy.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    if (this.#program.hasEnded) return
    await this.#program.end('SIGKILL')
    this.#proxy.closeAllConnections()
    await new Promise((resolve) => this.#proxy.close(resolve))
    this.#data.remove()
  }

  /** Ends with the answer, or when nobody waits for it any more: who asked may be killed at any moment. */
  #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      if (response.destroyed) return resolve()
      const { method, url, headers } = request
      const passed = ask({ host: '127.0.0.1', port: this.#inner, method, path: url, headers })
      passed.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => response.destroy())
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      passed.on('close', resolve)
      request.on('error', () => passed.destroy())
      response.on('close', () => response.writableFinished || passed.destroy())
      request.pipe(passed)
    })
  }
}
