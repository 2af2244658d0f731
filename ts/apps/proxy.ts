// A proxy before several instances, on loopback: in turn, and past those that take no connection. It never sends a request
// twice, since nobody knows what an instance did before it broke off.

import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export class LoopbackProxy {
  /** The ports behind it. */
  ports: readonly number[] = []
  readonly #server: Server
  #turn = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#pass(request, response))
  }

  static async start(): Promise<LoopbackProxy> {
    const proxy = new LoopbackProxy()
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    for (const _ of this.ports) {
      const port = this.ports[this.#turn++ % this.ports.length] as number
      if (await forward(port, request, body, response)) return
    }
    response.writeHead(502).end()
  }
}

/** Gives whether the instance took the request; then there is an answer, if only that it broke off. */
function forward(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method, path: url, headers, agent: false }
    const passed = ask(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      answer.on('end', () => resolve(true))
      answer.on('close', () => resolve(true))
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
      resolve(true)
    })
    passed.end(body)
  })
}
