/**
 * The store that every replay check uses: it accepts each value once.
 *
 * @module
 */

import * as check from './check.js'
import { CountersignError } from './errors.js'
import { type Fields, members, optional, shape, withDefault } from './shape.js'

/** Remembers nonces. One over a shared store serves several machines; it must be atomic. */
export type ReplayStore = {
  /**
   * Marks `nonce` until `expires`, in Unix seconds, in one step with the check.
   *
   * A time that is over by the clock of the store marks nothing. An earlier mark may have ended with it, so nobody
   * knows any more whether the nonce is new.
   *
   * @param sender - Who sent it, where the format knows: a short text that stands for one party and reveals nothing
   * about it. A store may give each sender a share of its room, so that none fills it for the others. The nonce counts
   * as the same, whoever sends it.
   * @returns `true` if it is marked now, and was not before. `false` if it was marked before, or if
   * `expires` is not after now.
   * @throws `ERR_REPLAY_FULL`, a {@link CountersignError}, if there is no room. Whatever is thrown refuses.
   */
  checkAndMark(nonce: string, expires: number, sender?: string): boolean | Promise<boolean>
}

/**
 * A store in memory, for one process.
 *
 * A full store refuses with `ERR_REPLAY_FULL`: to forget a live nonce would let it be used again. One sender gets at
 * most a share of the room. If anybody can make identities (`did:key`), and so be many senders, first limit how much
 * one address or account may send, and how many of them may send; otherwise one party can shut out all others.
 *
 * @example
 * ```ts
 * const replay = memoryReplayStore({ limit: 10_000, perSender: 1_000 })
 * ```
 */
export function memoryReplayStore(options: memoryReplayStore.Options = {}): ReplayStore {
  const { limit, perSender, now } = storeOptions(options)
  const share = perSender ?? Math.ceil(limit / 4)
  const marks = new Marks()
  return {
    checkAndMark(nonce, expires, sender) {
      const name = check.text(nonce, 'nonce')
      const end = check.integer(expires, 'expires')
      const who = sender === undefined ? undefined : check.text(sender, 'sender')
      const time = now()
      const full = () => marks.size >= limit || (who !== undefined && marks.of(who) >= share)
      if (full()) marks.forget(time)
      if (end <= time || marks.holds(name, time)) return false
      if (marks.size >= limit) throw noRoom(limit, 'the store')
      if (full()) throw noRoom(share, 'the share of one sender')
      marks.add(name, end, who)
      return true
    },
  }
}

const storeOptions = shape({
  limit: withDefault(check.within(1), 100_000),
  perSender: optional(check.within(1)),
  now: check.clock,
} satisfies Fields<memoryReplayStore.Options>)

export declare namespace memoryReplayStore {
  type Options = {
    /** Most nonces that are remembered at once, of all senders. Default: 100,000. */
    readonly limit?: number
    /** Most of one sender. Default: a quarter of `limit`. */
    readonly perSender?: number
    /** Default: the clock. */
    readonly now?: () => Date
  }
}

/** The error of a store, or a share of it, that has its `most` marks. @internal */
export function noRoom(most: number, whose: string): CountersignError {
  return new CountersignError(
    'ERR_REPLAY_FULL',
    `${whose} is full: none of its ${most} marks has expired`,
    { limit: most },
  )
}

type Mark = { readonly end: number; readonly sender: string | undefined }

/** Marks, and how many of them each sender has. */
class Marks {
  readonly #marks = new Map<string, Mark>()
  readonly #counts = new Map<string, number>()
  /** When the first mark ends: nothing can be forgotten before. */
  #first = Number.POSITIVE_INFINITY

  get size(): number {
    return this.#marks.size
  }

  of(sender: string): number {
    return this.#counts.get(sender) ?? 0
  }

  holds(name: string, time: number): boolean {
    return (this.#marks.get(name)?.end ?? 0) > time
  }

  add(name: string, end: number, sender: string | undefined): void {
    // A mark that is over may still be here.
    this.#drop(name)
    this.#marks.set(name, { end, sender })
    this.#first = Math.min(this.#first, end)
    if (sender !== undefined) this.#counts.set(sender, this.of(sender) + 1)
  }

  /** Drops marks that are over. It looks through all of them at most once a second, however many callers there are. */
  forget(time: number): void {
    if (this.#first > time) return
    this.#first = Number.POSITIVE_INFINITY
    for (const [name, { end }] of this.#marks) {
      if (end <= time) this.#drop(name)
      else this.#first = Math.min(this.#first, end)
    }
  }

  #drop(name: string): void {
    const sender = this.#marks.get(name)?.sender
    this.#marks.delete(name)
    if (sender === undefined) return
    const left = this.of(sender) - 1
    if (left === 0) this.#counts.delete(sender)
    else this.#counts.set(sender, left)
  }
}

/** Checks that a value is a store when it is passed, and not when the first nonce comes. @internal */
export function checkStore(value: unknown, name: string): ReplayStore {
  const { checkAndMark } = members(value, name, ['checkAndMark'])
  check.callable(checkAndMark, `${name}.checkAndMark`)
  return value as ReplayStore
}

/** What the core wants marked, in `rust/core/src/replay.rs`; `until` is in Unix seconds. @internal */
export type ReplayMark = {
  readonly mark: string
  readonly sender: string
  readonly until: number
}

/**
 * Marks `value` in `store` until `expires`, in Unix seconds; anything but `true` refuses. `sender` is whose
 * share of the store it takes.
 *
 * @throws `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 * @internal
 */
export async function markOnce(
  store: ReplayStore,
  value: string,
  expires: number,
  sender?: string,
): Promise<void> {
  const { checkAndMark } = members(store, 'replay', ['checkAndMark'])
  const mark = check.callable(checkAndMark, 'replay.checkAndMark') as ReplayStore['checkAndMark']
  if ((await mark.call(store, value, expires, sender)) !== true)
    throw new CountersignError(
      'ERR_REPLAY',
      'the nonce was used before, or its time has passed: ask for a fresh one',
    )
}
