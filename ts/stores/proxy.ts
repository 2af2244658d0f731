// A proxy between a client and its server, which loses what it is told to.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * `pass`: all goes through. `before`: the next request is lost, and its connection cut. `after`: the next answer is lost,
 * and its connection cut, so that the server has done what nobody was told. `never`: what is sent waits. `late`: an answer
 * comes after {@link delay}. `nonsense`: where an answer says `new`, it says something else.
 */
export type Mode = 'pass' | 'before' | 'after' | 'never' | 'late' | 'nonsense'

/** By how much an answer is late, in milliseconds. */
export const delay = 4_000

export class CuttingProxy {
  mode: Mode = 'pass'
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, connect(target, '127.0.0.1')))
  }

  static async before(port: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(port)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  #join(client: Socket, server: Socket): void {
    const ends = [client, server]
    for (const [index, end] of ends.entries()) {
      this.#sockets.add(end)
      const other = ends[1 - index] as Socket
      end.on('error', () => {})
      end.on('close', () => {
        this.#sockets.delete(end)
        other.destroy()
      })
      const lost: Mode = index === 0 ? 'before' : 'after'
      end.on('data', (chunk) => this.#carry(chunk, end, other, lost))
    }
  }

  #carry(chunk: Buffer, end: Socket, other: Socket, lost: Mode): void {
    if (this.mode === 'never') return
    if (lost === 'after' && this.mode === 'late')
      return void setTimeout(() => other.destroyed || other.write(chunk), delay)
    if (lost === 'after' && this.mode === 'nonsense') return void other.write(altered(chunk))
    if (this.mode !== lost) return void other.write(chunk)
    // One is lost: a client that connects again gets through.
    this.mode = 'pass'
    end.destroy()
    other.destroy()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** As long as before, since protocols count bytes. */
function altered(chunk: Buffer): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll('new', 'yes'), 'latin1')
}
