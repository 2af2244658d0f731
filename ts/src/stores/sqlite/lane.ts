/**
 * The one lane of a process to a file of SQLite, where one may write at a time: whatever waits goes into one transaction,
 * and so has to be synced once. Each statement is a decision of its own, and is answered when all are on the disk.
 *
 * @internal
 * @module
 */

import { retrying } from '../sql/retry.js'
import { Refused, type Row, type Value } from '../sql/types.js'
import { isBusy, isCheck } from './errors.js'

/** A connection. A script has several statements. */
export type Connection = {
  ask(sql: string, values: Record<string, Value>): readonly Row[] | Promise<readonly Row[]>
  run(script: string): unknown
}

type Question = {
  readonly sql: string
  readonly values: Record<string, Value>
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/** How many decisions one transaction may hold, so that the others of the machine get their turn. */
const most = 64

/** A file that SQLite has said to be written is on the disk. */
const pragmas = 'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 20;'

export class Lane {
  readonly #connection: Connection
  readonly #timeout: number
  readonly #waiting: Question[] = []
  #isReady = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(connection: Connection, timeout: number) {
    this.#connection = connection
    this.#timeout = timeout
  }

  /** The rows of a statement. */
  ask(sql: string, values: Record<string, Value>): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sql, values, resolve, reject })
      void this.#inTurn(() => this.#answerSome())
    })
  }

  /** Runs a script that is a transaction. */
  run(script: string): Promise<void> {
    return this.#inTurn(() => this.#patiently(script))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Answers what waits; an earlier turn may have answered all. */
  async #answerSome(): Promise<void> {
    const some = this.#waiting.splice(0, most)
    if (some.length === 0) return
    try {
      for (const tell of await this.#inOne(some)) tell()
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  /** The outcomes, to be told once they are on the disk. */
  async #inOne(questions: readonly Question[]): Promise<readonly (() => void)[]> {
    await this.#patiently('begin immediate')
    try {
      const outcomes: (() => void)[] = []
      for (const question of questions) outcomes.push(await this.#outcome(question))
      await this.#connection.run('commit')
      return outcomes
    } catch (error) {
      await this.#rollback()
      throw error
    }
  }

  /** What a `check` refused is undone by itself; any other failure undoes all. */
  async #outcome({ sql, values, resolve, reject }: Question): Promise<() => void> {
    try {
      const rows = await this.#connection.ask(sql, values)
      return () => resolve(rows)
    } catch (error) {
      if (isCheck(error)) return () => reject(new Refused())
      throw error
    }
  }

  /** Begins a transaction, once the others of the machine let it. */
  async #patiently(script: string): Promise<void> {
    await retrying(() => this.#begin(script), isBusy, this.#timeout)
  }

  async #begin(script: string): Promise<void> {
    try {
      if (!this.#isReady) await this.#connection.run(pragmas)
      this.#isReady = true
      await this.#connection.run(script)
    } catch (error) {
      // A script that fails half-way leaves its transaction open.
      await this.#rollback()
      throw error
    }
  }

  async #rollback(): Promise<void> {
    try {
      await this.#connection.run('rollback')
    } catch {
      // There is nothing to roll back.
    }
  }
}
