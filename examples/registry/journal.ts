// What the registry states, in one order for all instances: a chain of its own receipts. The store takes one receipt at
// each number, so the instances need no leader: of those that append at once one wins, and the others append after it.

import { isCountersignError, type Keys, Receipt, Trust } from 'countersign'
import type { ReceiptStore } from 'countersign/stores/memory'

import { Refusal } from './refusal.ts'

const chain = 'journal'
/** So often others may be faster, before the client is asked to come back. */
const tries = 100

export class Journal {
  readonly #receipts: ReceiptStore
  readonly #operator: Keys.LocalSigner
  readonly #trust: Trust
  /** The last entry that this instance knows of. */
  #tip: Receipt.Receipt | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(receipts: ReceiptStore, operator: Keys.LocalSigner) {
    this.#receipts = receipts
    this.#operator = operator
    this.#trust = Trust.of({ key: operator.publicKey })
  }

  /** The entry that was recorded under a name. */
  async find(name: string): Promise<Receipt.Receipt | undefined> {
    for await (const text of this.#receipts.read(`entry/${name}`)) return this.#verify(text).receipt
    return undefined
  }

  /**
   * Records an action under a name, once: who asks again gets the entry that is there. If an instance ends before it can
   * answer, the action may be recorded again under the same name; both entries are true.
   *
   * @throws Refusal if others are always faster; what the store throws.
   */
  async record(name: string, action: Receipt.Action): Promise<Receipt.Receipt> {
    const known = await this.find(name)
    if (known !== undefined) return known
    // One at a time: entries of one instance would only get in each other's way.
    const appended = this.#queue.then(() => this.#append(action))
    this.#queue = appended.catch(() => {})
    const entry = await appended
    await this.#receipts.append(`entry/${name}`, entry)
    return entry.receipt
  }

  /** Entries from a number on, each verified and in its place. */
  async *read(from: number): AsyncGenerator<Receipt.Receipt> {
    let next = from
    for await (const text of this.#receipts.read(chain, from)) {
      const { receipt } = this.#verify(text)
      if (receipt.sequence !== next) throw new Error(`entry ${next} of the journal is missing`)
      next += 1
      yield receipt
    }
  }

  /** Looks for entries of other instances, after `from` where none is known yet. */
  async refresh(from = 0): Promise<void> {
    const next = this.#tip === undefined ? from : this.#tip.sequence + 1
    for await (const entry of this.read(next)) this.#tip = entry
  }

  async #append(action: Receipt.Action): Promise<Receipt.Verified> {
    for (let left = tries; left > 0; left -= 1) {
      const entry = this.#verify(this.#issue(action))
      try {
        await this.#receipts.append(chain, entry)
        this.#tip = entry.receipt
        return entry
      } catch (error) {
        if (!isCountersignError(error, 'ERR_RECEIPT_FORK')) throw error
        await this.refresh()
      }
    }
    throw new Refusal(503, 'BUSY')
  }

  #issue(action: Receipt.Action): string {
    const previous = this.#tip
    // The clocks of instances differ, and no entry may be older than the one before.
    const now = new Date(Math.max(Date.now(), previous?.time ?? 0))
    const place = previous === undefined ? { now } : { now, previous }
    return JSON.stringify(Receipt.issue(action, this.#operator, place))
  }

  /** Whoever can write to the database cannot make this registry sign for it. */
  #verify(text: string): Receipt.Verified {
    return Receipt.verify(text, this.#trust)
  }
}
