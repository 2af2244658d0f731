/**
 * Starts `serve.ts` as a process, asks it, and stops it.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Usage } from './serve.js'

export type ServeOptions = { engine: string; workers: number; queue?: number; batch?: number }

export class ServerProcess {
  readonly origin: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child
    this.origin = origin
  }

  /** `script` is the compiled `serve.js`. */
  static async start(script: URL, options: ServeOptions): Promise<ServerProcess> {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = fork(script, args)
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with code ${code} before it listened`)
    })
    const [{ origin }] = await Promise.race([once(child, 'message'), ended])
    return new ServerProcess(child, origin)
  }

  /** Figures since the last call. */
  async usage(): Promise<Usage> {
    const answer = once(this.#child, 'message')
    this.#child.send('usage')
    const [{ usage }] = await answer
    return usage
  }

  /** Asks it to end; gives its exit code. */
  async stop(): Promise<number | null> {
    const ended = once(this.#child, 'exit')
    this.#child.send('stop')
    const [code] = await ended
    return code
  }
}
