/**
 * Many sessions of one process: found by id, bound to a peer, bounded in number.
 *
 * When there is no room, sessions make way in this order: those that are over; then, of those whose peer has not sent a
 * message yet, the one that was unused for longest; then, of all, the one that was unused for longest. A peer over its
 * own limit loses its own sessions and nobody else's. A session that makes way is closed.
 *
 * There is no timer: sessions that are over are swept as others are added and asked for, at most once in
 * `sweepSeconds`, or once a second where there is no room; and by {@link SessionManager.sweep}.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError, isCountersignError } from '../errors.js'
import { disposable } from '../handle.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import { type Clock, clockOf } from './options.js'
import { isSession, type Session } from './state.js'

type Entry = { readonly session: Session; readonly peer: string }

/** What a manager has counted. */
export type SessionCounts = {
  /** Sessions that are held now. */
  readonly live: number
  /** Sessions that were added. */
  readonly added: number
  /** Closed by {@link SessionManager.remove} or by whoever held the session. */
  readonly closed: number
  /** Closed because their time was over. */
  readonly expired: number
  /** Closed to make room. */
  readonly evicted: number
  /** Additions that were refused for want of room. */
  readonly refused: number
  /** Look-ups of an id that is not held, or that belongs to another peer. */
  readonly unknown: number
}

/**
 * Holds sessions until they are over.
 *
 * @example
 * ```ts
 * const sessions = new Session.SessionManager({ limit: 50_000 })
 * const id = sessions.add(session, { peer: 'did:web:agent.example' })
 * const plaintext = sessions.get(id, { peer: 'did:web:agent.example' }).open(message)
 * ```
 */
export class SessionManager {
  readonly #limit: number
  readonly #perPeer: number
  readonly #whenFull: 'evict' | 'refuse'
  readonly #sweepSeconds: number
  readonly #clock: Clock
  /** By id; the one that was not used for longest comes first. */
  readonly #entries = new Map<string, Entry>()
  /** Ids whose peer was silent when last seen, in the same order. */
  readonly #silent = new Set<string>()
  /** Ids of each peer, in the same order. */
  readonly #peers = new Map<string, Set<string>>()
  readonly #counts = { added: 0, closed: 0, expired: 0, evicted: 0, refused: 0, unknown: 0 }
  #swept: number
  declare readonly [Symbol.dispose]: () => void

  constructor(options: SessionManager.Options = {}) {
    const { limit, perPeer, whenFull, sweepSeconds, now } = readOptions(options)
    this.#limit = limit
    this.#perPeer = perPeer ?? Math.ceil(limit / peersAtLeast)
    this.#whenFull = whenFull
    this.#sweepSeconds = sweepSeconds
    this.#clock = now
    this.#swept = this.#clock()
  }

  /**
   * Adds a session of this peer, and returns its id. The manager closes it when its time is over.
   *
   * @throws `ERR_SESSION_FULL` if there is no room and `whenFull` is `refuse`; `ERR_ARGUMENT` if the id is held.
   */
  add(session: Session, options: SessionManager.add.Options): string {
    if (!isSession(session)) throw check.wrong('session', 'a session', session)
    const { peer } = readPeer(options)
    const { id, confirmed } = session.status()
    if (this.#entries.has(id))
      throw new CountersignError('ERR_ARGUMENT', 'the manager holds a session of this id already', {
        member: 'session',
      })
    this.#makeRoom(peer)
    this.#entries.set(id, { session, peer })
    this.#idsOf(peer).add(id)
    if (!confirmed) this.#silent.add(id)
    this.#counts.added += 1
    return id
  }

  /**
   * The session of an id and its peer, which is then the last to make way.
   *
   * @throws `ERR_SESSION_UNKNOWN` if it is not held, is over, or is another peer's.
   */
  get(id: string, options: SessionManager.get.Options): Session {
    this.#sweepIfDue()
    const { peer } = readPeer(options)
    const entry = this.#entries.get(check.text(id, 'id'))
    if (entry === undefined || entry.peer !== peer || this.#dropIfOver(id, entry)) {
      this.#counts.unknown += 1
      throw new CountersignError(
        'ERR_SESSION_UNKNOWN',
        'the manager holds no such session of this peer',
      )
    }
    this.#used(id, entry)
    return entry.session
  }

  /** Ids of a peer's sessions. */
  ids(options: SessionManager.ids.Options): string[] {
    const { peer } = readPeer(options)
    return [...(this.#peers.get(peer) ?? [])]
  }

  /** Closes a session. Gives `false` if there is none. */
  remove(id: string): boolean {
    const entry = this.#entries.get(check.text(id, 'id'))
    if (entry === undefined) return false
    this.#drop(id, entry, 'closed')
    return true
  }

  /** Closes the sessions whose time is over, and gives how many. */
  sweep(): number {
    const before = this.#entries.size
    for (const [id, entry] of this.#entries) this.#dropIfOver(id, entry)
    this.#swept = this.#clock()
    return before - this.#entries.size
  }

  /** What was counted so far. */
  counts(): SessionCounts {
    return { live: this.#entries.size, ...this.#counts }
  }

  /** Closes every session. */
  close(): void {
    for (const [id, entry] of this.#entries) this.#drop(id, entry, 'closed')
  }

  #makeRoom(peer: string): void {
    this.#sweepIfDue()
    if (!this.#isFull(peer)) return
    // Sessions end with a whole second, so another sweep in the same second finds nothing.
    if (Math.floor(this.#clock()) !== Math.floor(this.#swept)) {
      this.sweep()
      if (!this.#isFull(peer)) return
    }
    if (this.#whenFull === 'refuse') {
      this.#counts.refused += 1
      throw new CountersignError(
        'ERR_SESSION_FULL',
        'the manager is full and may close nothing: close a session, or raise limit or perPeer',
        { limit: this.#limit },
      )
    }
    const own = this.#peers.get(peer)
    const ids = own !== undefined && own.size >= this.#perPeer ? own : undefined
    const id = this.#firstSilent(ids) ?? this.#firstUnused(ids)
    const entry = id === undefined ? undefined : this.#entries.get(id)
    if (id !== undefined && entry !== undefined) this.#drop(id, entry, 'evicted')
  }

  /** The first whose peer is still silent, of `ids` or of all. */
  #firstSilent(ids: Set<string> | undefined): string | undefined {
    for (const id of ids ?? this.#silent) {
      if (!this.#silent.has(id)) continue
      const entry = this.#entries.get(id)
      if (entry !== undefined && isSilent(entry.session)) return id
      this.#silent.delete(id)
    }
    return undefined
  }

  #firstUnused(ids: Set<string> | undefined): string | undefined {
    for (const id of ids ?? this.#entries.keys()) return id
    return undefined
  }

  /** Puts an id behind all others. */
  #used(id: string, entry: Entry): void {
    this.#entries.delete(id)
    this.#entries.set(id, entry)
    for (const ids of [this.#silent, this.#idsOf(entry.peer)]) if (ids.delete(id)) ids.add(id)
  }

  #isFull(peer: string): boolean {
    const own = this.#peers.get(peer)?.size ?? 0
    return this.#entries.size >= this.#limit || own >= this.#perPeer
  }

  #idsOf(peer: string): Set<string> {
    const ids = this.#peers.get(peer) ?? new Set<string>()
    this.#peers.set(peer, ids)
    return ids
  }

  #sweepIfDue(): void {
    const passed = this.#clock() - this.#swept
    if (passed >= this.#sweepSeconds || passed < 0) this.sweep()
  }

  #dropIfOver(id: string, entry: Entry): boolean {
    const state = stateOf(entry.session)
    if (state !== 'live') this.#drop(id, entry, state)
    return state !== 'live'
  }

  #drop(id: string, { session, peer }: Entry, why: 'closed' | 'expired' | 'evicted'): void {
    this.#entries.delete(id)
    this.#silent.delete(id)
    const ids = this.#idsOf(peer)
    ids.delete(id)
    if (ids.size === 0) this.#peers.delete(peer)
    this.#counts[why] += 1
    session.close()
  }
}
disposable(SessionManager)

/** How many peers have room beside each other by default. */
const peersAtLeast = 10

const readOptions = shape({
  limit: withDefault(check.within(1, 262_144), 10_000),
  perPeer: optional(check.within(1)),
  whenFull: withDefault((value, name) => check.oneOf(value, name, ['evict', 'refuse']), 'evict'),
  sweepSeconds: withDefault(check.within(1), 30),
  now: clockOf,
} satisfies Fields<SessionManager.Options>)

const readPeer = shape({ peer: check.text } satisfies Fields<SessionManager.add.Options>)

export declare namespace SessionManager {
  namespace add {
    type Options = {
      /** Whose session it is. */
      readonly peer: string
    }
  }
  namespace get {
    type Options = add.Options
  }
  namespace ids {
    type Options = add.Options
  }
  type Options = {
    /** Most sessions at once. Default: 10,000; at most 262,144. */
    readonly limit?: number
    /**
     * Most sessions of one peer, so that no peer can close those of all others. Default: a tenth of `limit`, rounded
     * up; more for a peer that speaks for many, as a gateway does.
     */
    readonly perPeer?: number
    /** Whether another session makes way or the new one is refused. Default: `evict`. */
    readonly whenFull?: 'evict' | 'refuse'
    /** How often sessions that are over are looked for. Default: 30. */
    readonly sweepSeconds?: number
    /** Default: the clock. The sessions have their own. */
    readonly now?: () => Date
  }
}

/** Somebody else may have closed a session, and an engine may be gone. */
function stateOf(session: Session): 'live' | 'expired' | 'closed' {
  try {
    return session.isOver() ? 'expired' : 'live'
  } catch (error) {
    if (isCountersignError(error)) return 'closed'
    throw error
  }
}

function isSilent(session: Session): boolean {
  try {
    return !session.status().confirmed
  } catch (error) {
    if (isCountersignError(error)) return true
    throw error
  }
}
