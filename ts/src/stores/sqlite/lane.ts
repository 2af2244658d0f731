/**
 * The one lane of a process to a file of SQLite, where one may write at a time: whatever waits goes into one transaction,
 * and so has to be synced once. Each statement is a decision of its own, and is answered when all are on the disk.
 *
 * @internal
 * @module
 */

import { retry } from '../sql/retry.js'
import { Refused, type Row, type Value } from '../sql/types.js'
import { isBusy, isCheck } from './errors.js'

/** A database file. */
export type Connection = {
  /** Begins a transaction that writes. */
  begin(): Transaction
  /** Runs several statements; of a transaction that fails nothing is left. */
  run(script: string): void
}

/** A transaction that was begun. */
export type Transaction = {
  ask(sql: string, values: Record<string, Value>): readonly Row[]
  commit(): void
  rollback(): void
}

type Question = {
  readonly sql: string
  readonly values: Record<string, Value>
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/** How many decisions are synced together, so that the other processes get their turn. */
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
    return this.#inTurn(() => this.#patiently(async () => this.#connection.run(script)))
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
      for (const tell of await this.#patiently(() => this.#inOne(some))) tell()
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  /** The outcomes, to be told once they are on the disk. */
  async #inOne(questions: readonly Question[]): Promise<readonly (() => void)[]> {
    const transaction = await this.#connection.begin()
    try {
      const outcomes: (() => void)[] = []
      for (const question of questions) outcomes.push(await outcomeOf(question, transaction))
      await transaction.commit()
      return outcomes
    } catch (error) {
      await undo(transaction)
      throw error
    }
  }

  /** Does what others of the machine may be in the way of, which then leaves nothing behind. */
  #patiently<T>(work: () => Promise<T>): Promise<T> {
    const prepared = async () => {
      if (!this.#isReady) await this.#connection.run(pragmas)
      this.#isReady = true
      return work()
    }
    return retry(prepared, isBusy, this.#timeout)
  }
}

/** What a `check` refused is undone by itself; any other failure undoes all. */
async function outcomeOf(
  { sql, values, resolve, reject }: Question,
  transaction: Transaction,
): Promise<() => void> {
  try {
    const rows = await transaction.ask(sql, values)
    return () => resolve(rows)
  } catch (error) {
    if (isCheck(error)) return () => reject(new Refused())
    throw error
  }
}

async function undo(transaction: Transaction): Promise<void> {
  try {
    await transaction.rollback()
  } catch {
    // A full disk has ended it already.
  }
}
