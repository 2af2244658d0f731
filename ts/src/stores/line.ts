/**
 * The line to a database: what it may take, and what it may answer. Whatever goes wrong there is one of two errors.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'

/** For how long a failure is told as a reason, in milliseconds. */
const recently = 10_000

/** Counts calls, ends the wait for them, and remembers what failed. */
export class Line {
  readonly #timeout: number
  readonly #most: number
  #waiting = 0
  #failures = 0
  #last: { readonly time: number; readonly reason: string } | undefined

  constructor(timeout: number, most: number) {
    this.#timeout = timeout
    this.#most = most
  }

  get waiting(): number {
    return this.#waiting
  }

  get failures(): number {
    return this.#failures
  }

  /** What failed in the last seconds. */
  get reasons(): readonly string[] {
    const { time, reason } = this.#last ?? { time: Number.NEGATIVE_INFINITY, reason: '' }
    return performance.now() - time < recently ? [reason] : []
  }

  /**
   * The answer to `work`, as `read` takes it: `undefined` from `read` is an answer that makes no sense.
   *
   * A call that got no answer in time still counts as waiting: the client of the database has it.
   */
  async ask<T extends object | string | number | boolean>(
    work: () => Promise<unknown>,
    read: (answer: unknown) => T | undefined,
  ): Promise<T> {
    try {
      const answer = await this.#answer(work)
      const found = readSafely(read, answer)
      if (found === undefined) throw damaged('the store gave an answer that makes no sense')
      return found
    } catch (cause) {
      if (cause instanceof CountersignError && !storeCodes.has(cause.code)) throw cause
      throw this.#failed(cause)
    }
  }

  #answer(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#waiting >= this.#most)
      throw unavailable(`${this.#most} calls wait for the store already`)
    this.#waiting += 1
    const answer = start(work).finally(() => {
      this.#waiting -= 1
    })
    return inTime(answer, this.#timeout)
  }

  #failed(cause: unknown): CountersignError {
    const error =
      cause instanceof CountersignError ? cause : unavailable('the store failed', { cause })
    this.#failures += 1
    this.#last = { time: performance.now(), reason: error.message }
    return error
  }
}

const storeCodes: ReadonlySet<string> = new Set(['ERR_STORE_DAMAGED', 'ERR_STORE_UNAVAILABLE'])

/** What a client throws at once is a rejection too. */
async function start(work: () => Promise<unknown>): Promise<unknown> {
  return work()
}

async function inTime(answer: Promise<unknown>, timeout: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable(`the store gave no answer in ${timeout} ms`)),
      timeout,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** An answer may be an object whose members throw. */
function readSafely<T>(read: (answer: unknown) => T | undefined, answer: unknown): T | undefined {
  try {
    return read(answer)
  } catch (cause) {
    throw damaged('the store gave an answer that cannot be read', { cause })
  }
}

function unavailable(message: string, options?: ErrorOptions): CountersignError {
  return new CountersignError('ERR_STORE_UNAVAILABLE', `${message}: nothing is accepted`, options)
}

function damaged(message: string, options?: ErrorOptions): CountersignError {
  return new CountersignError('ERR_STORE_DAMAGED', `${message}: nothing is accepted`, options)
}
