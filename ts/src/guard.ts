/**
 * The message guard decides whether an authentic message is new. It checks and records number, nonce,
 * content and time in one step, for one peer and one session.
 *
 * Check the signature or the tag first: whoever can reach the guard can use up numbers and nonces.
 *
 * The guard needs bounded memory. It never forgets a message that could still pass the time check; if such
 * messages take all room, it refuses a new one. To make room, it first drops the oldest session whose
 * messages are all too old. One peer gets an eighth of the room.
 *
 * After a restart the guard knows nothing of earlier messages, so it refuses those that were sent before it
 * began. If a {@link ReplayStore} remembers them, `since` can allow an earlier time.
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import { freshBytes } from './fresh.js'
import type { Engine } from './generated/contract.js'
import { disposable, Handle } from './handle.js'
import { checkStore, markOnce, type ReplayMark, type ReplayStore } from './replay.js'
import { anything, type Fields, optional, shape, withDefault } from './shape.js'
import { defaultSkew } from './skew.js'

export { defaultSkew }

/** A message that was found authentic. It needs a `sequence`, a `nonce` or a `content`. */
export type Message = {
  /** Who sent it, for example a DID. */
  readonly peer: string
  /** In which session. Default: none. */
  readonly session?: string
  /** When it was sent, by its own word, which must be signed. */
  readonly sent: Date
  /** Its number. */
  readonly sequence?: number | bigint
  /** Its nonce. */
  readonly nonce?: string
  /** Its content: equal bytes are refused. */
  readonly content?: Uint8Array
}

/** What was checked. */
export type Passed = {
  readonly checked: readonly ('time' | 'sequence' | 'nonce' | 'content')[]
  /** When it will be too old to pass again. */
  readonly expires: Date
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
const nothing = new Uint8Array()

type Clock = () => number
let make: (skew: number, clock: Clock, create: (engine: Engine) => number) => MessageGuard

/** A guard. What it saw stays in the engine. */
export class MessageGuard {
  readonly #handle: Handle
  /** Seconds by which the sender's time may be off. */
  readonly skew: number
  readonly #now: Clock
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (skew, clock, create) => new MessageGuard(door, skew, clock, create)
  }

  private constructor(
    key: typeof door,
    skew: number,
    clock: Clock,
    create: (engine: Engine) => number,
  ) {
    if (key !== door) throw check.wrong('key', 'made by `Guard.create`', key)
    this.#now = clock
    this.skew = skew
    this.#handle = new Handle(create, (engine, id) => engine.guardClose(id))
  }

  /**
   * Checks a message and marks it, in one step. One that is refused changes nothing.
   *
   * @throws `ERR_GUARD_REPLAY`, `ERR_GUARD_DUPLICATE`, `ERR_GUARD_SEQUENCE`, `ERR_GUARD_ORDER`,
   * `ERR_GUARD_NOT_YET`, `ERR_GUARD_EXPIRED`, `ERR_GUARD_BEFORE_START`, `ERR_GUARD_FULL`,
   * `ERR_GUARD_EMPTY`; `ERR_LIMIT_EXCEEDED` for a name over 2048 bytes or a nonce over 256.
   */
  check(message: Message): Passed {
    return this.#check(message, true)
  }

  /**
   * As {@link check}, and also marks the message in the store `replay`, which may serve several machines and outlive
   * this guard.
   *
   * The guard judges first, then the store marks the message in one step, then the guard marks it; so a store that
   * refuses or fails leaves the guard as it was. The store knows a message by its number, nonce and content together;
   * only the guard sees that one of them comes again in another message. A message that was overtaken by another while
   * the store was asked stays marked there.
   *
   * @throws as {@link check}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
   */
  async checkIn(message: Message, options: MessageGuard.checkIn.Options): Promise<Passed> {
    const { content, ...rest } = takeMessage(check.record(message, 'message'))
    const { replay } = readCheckIn(options)
    // Nobody may change it while the store is asked.
    const copy = { ...rest, ...copyContent(content) } as Message
    const { expires } = this.#check(copy, false)
    const { mark, until, sender } = replayOf(copy, expires)
    await markOnce(replay, mark, until, sender)
    return this.#check(copy, true)
  }

  /** How many sessions, and how many nonces and contents, are remembered. */
  get counts(): { readonly sessions: number; readonly marks: number } {
    return JSON.parse(this.#handle.use((engine, id) => engine.guardCounts(id)))
  }

  /** Forgets everything. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  #check(message: Message, mark: boolean): Passed {
    const read = readMessage(check.record(message, 'message'))
    const { peer, session, sent, sequence: number } = read
    const [named, filled] = [read.nonce !== undefined, read.content !== undefined]
    const [nonce, content] = [read.nonce ?? '', read.content ?? nothing]
    const now = this.#now()
    const expires = this.#handle.use((engine, id) =>
      engine.guardCheck(id, peer, session, sent, number, nonce, named, content, filled, now, mark),
    )
    const checked: Passed['checked'][number][] = ['time']
    if (number !== '') checked.push('sequence')
    if (named) checked.push('nonce')
    if (filled) checked.push('content')
    return { checked, expires: new Date(expires * 1000) }
  }
}
disposable(MessageGuard)

export declare namespace MessageGuard {
  namespace checkIn {
    type Options = {
      /** Remembers messages. */
      readonly replay: ReplayStore
    }
  }
}

const readOptions = shape({
  skew: withDefault(check.safeInteger, defaultSkew),
  ordered: withDefault(check.boolean, false),
  sessions: withDefault(check.safeInteger, 10_000),
  marks: withDefault(check.safeInteger, 100_000),
  since: optional(check.seconds),
  now: check.clock,
} satisfies Fields<create.Options>)

// A member that is misspelt would not be checked, so none but these is taken.
const readMessage = shape({
  peer: check.text,
  session: withDefault(check.text, ''),
  sent: check.seconds,
  sequence: (value) => (value === undefined ? '' : decimal(value)),
  nonce: optional(check.text),
  content: optional((value, name) => check.bytes(value, name)),
} satisfies Fields<Message>)

/** Takes a message as it is, to be checked later, and twice. */
const takeMessage = shape({
  peer: anything,
  session: anything,
  sent: anything,
  sequence: anything,
  nonce: anything,
  content: anything,
} satisfies Fields<Message>)

const readCheckIn = shape({ replay: checkStore } satisfies Fields<MessageGuard.checkIn.Options>)

/**
 * Starts a guard.
 *
 * @example
 * ```ts
 * using guard = Guard.create()
 * guard.check({ peer: did, sent: new Date(created), nonce })
 * ```
 *
 * @throws `ERR_ARGUMENT` for a skew that is not 1 to 86,400 seconds, or for no room at all.
 */
export function create(options: create.Options = {}): MessageGuard {
  const { skew, ordered, sessions, marks, since: chosen, now } = readOptions(options)
  const since = chosen ?? now()
  return make(skew, now, (engine) => engine.guardCreate(skew, ordered, sessions, marks, since))
}

export declare namespace create {
  type Options = {
    /** Seconds by which the sender's time may be off, 1 to 86,400. Default: {@link defaultSkew}. */
    readonly skew?: number
    /** Whether numbers must rise; else each is taken once, in a window of 1024. Default: false. */
    readonly ordered?: boolean
    /** Most sessions that are remembered. Default: 10,000. */
    readonly sessions?: number
    /** Most nonces and contents that are remembered. Default: 100,000. */
    readonly marks?: number
    /** Messages sent before are refused. Default: now. */
    readonly since?: Date
    /** Default: the clock. It counts as never running back. */
    readonly now?: () => Date
  }
}

/** A fresh nonce: 16 random bytes, 22 characters of base64url. Throws `ERR_NOT_READY` before `init`. */
export function nonce(): string {
  const bytes = freshBytes(16)
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}

/** Decimal text of a number of 64 bits. */
function decimal(value: unknown): string {
  if (typeof value === 'bigint') return check.integer64(value, 'sequence')
  return String(check.integer(value, 'sequence'))
}

/** What a store remembers of a message that {@link MessageGuard.check} has looked at. */
function replayOf({ peer, session, sequence, nonce, content }: Message, expires: Date): ReplayMark {
  const [number, until] = [
    sequence === undefined ? '' : decimal(sequence),
    Math.ceil(expires.getTime() / 1000),
  ]
  const [named, filled] = [nonce !== undefined, content !== undefined]
  const text = call((engine) =>
    engine.guardReplay(
      peer,
      session ?? '',
      number,
      nonce ?? '',
      named,
      content ?? nothing,
      filled,
      until,
    ),
  )
  return JSON.parse(text) as ReplayMark
}

/** The member is there in any case: a missing one would be looked up in `Object.prototype`. */
function copyContent(content: unknown): { content: Uint8Array | undefined } {
  return content === undefined ? { content } : { content: check.bytes(content, 'content').slice() }
}
