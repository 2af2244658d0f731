/**
 * One side of a session, as an object.
 *
 * @module
 */

import * as check from '../check.js'
import {
  sessionOpen,
  sessionOpenInto,
  sessionSeal,
  sessionSealBatch,
  sessionSealInto,
} from '../engine/hot/session.js'
import type { Loaded } from '../engine/slot.js'
import { coreError } from '../errors.js'
import { readFrames } from '../frames.js'
import type { Engine } from '../generated/contract.js'
import { sessionBuffer } from '../generated/messages.js'
import { disposable, Handle } from '../handle.js'
import { anything, type Fields, shape, withDefault } from '../shape.js'
import { type Opened, packItems, readOpened, sources } from './batch.js'
import type { Clock } from './options.js'
import type { Role } from './role.js'
import { type TicketKey, ticketKeyHandle } from './ticketKey.js'

/** How much longer a message is than its plaintext, in bytes, without padding. */
export const overhead = 30

/** The longest plaintext, in bytes. */
export const maxPlaintext: number = 2 ** 24

/** What a session tells about itself. */
export type Status = {
  /** The same on both sides. No secret, and no proof. */
  readonly id: string
  readonly role: Role
  /** Whether the peer has shown that it holds the keys. */
  readonly confirmed: boolean
  /** Unix seconds. */
  readonly created: number
  /** Unix seconds of the last message that was sealed or opened. */
  readonly used: number
  readonly sent: Direction
  readonly received: Direction
}

/** One direction of a session. */
export type Direction = {
  readonly epoch: number
  readonly messages: number
  /** Bytes of plaintext. */
  readonly bytes: number
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
const nothing = new Uint8Array()
const associatedName = 'associatedData'
const noLimit = 0xffff_ffff

// Set by the class. It has no static methods for this: `session.constructor` is in everybody's reach.
let make: (create: (engine: Loaded) => number, clock: Clock) => Session
let isInside: (value: object) => value is Session

/**
 * One side of a session. Made by {@link create} and by `Handshake`.
 *
 * Every method throws `ERR_HANDLE_CLOSED` after `close()`, `ERR_SESSION_EXPIRED` and
 * `ERR_SESSION_IDLE` when the session is over, `ERR_SESSION_MESSAGES` and `ERR_SESSION_BYTES` when its
 * limits are reached. A message that is refused changes nothing.
 */
export class Session {
  readonly #handle: Handle
  readonly #clock: Clock
  #id: string | undefined
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create, clock) => new Session(door, create, clock)
    isInside = (value) => #handle in value
  }

  private constructor(key: typeof door, create: (engine: Loaded) => number, clock: Clock) {
    if (key !== door) throw check.wrong('key', 'made by `Session`', key)
    this.#clock = clock
    this.#handle = new Handle(create, free)
  }

  /** Names the session in tables, the same on both sides. No secret, and no proof. */
  get id(): string {
    this.#id ??= this.#handle.use((engine, id) => engine.sessionId(id))
    return this.#id
  }

  /**
   * The message for `plaintext`.
   *
   * @throws `ERR_SESSION_UNCONFIRMED`, `ERR_SESSION_SIZE`, `ERR_SESSION_EXHAUSTED`.
   */
  seal(plaintext: Uint8Array, options?: Session.seal.Options): Uint8Array {
    const now = this.#clock()
    const [content, associated] = inputs(plaintext, 'plaintext', options)
    return this.#handle.use(
      (engine, id) =>
        sessionSeal(engine.hot, id, associated, content, now) ??
        engine.sessionSeal(id, ...copyBoth(associated, content, 'plaintext'), noLimit, now),
    )
  }

  /**
   * The plaintext of a message.
   *
   * @throws `ERR_SESSION_LENGTH`, `ERR_SESSION_SIZE`, `ERR_SESSION_VERSION` for what is no message;
   * `ERR_SESSION_REPLAYED`, `ERR_SESSION_OLD`, `ERR_SESSION_ORDER`, `ERR_SESSION_EPOCH` for one that must not
   * come now; `ERR_SESSION_OPEN` for one that is not of this session and direction, or was changed.
   */
  open(message: Uint8Array, options?: Session.open.Options): Uint8Array {
    const now = this.#clock()
    const [content, associated] = inputs(message, 'message', options)
    return this.#handle.use(
      (engine, id) =>
        sessionOpen(engine.hot, id, associated, content, now) ??
        engine.sessionOpen(id, ...copyBoth(associated, content, 'message'), now),
    )
  }

  /**
   * As {@link Session.seal}, into memory of the caller. Gives the length of the message.
   *
   * @throws `ERR_SESSION_BUFFER`, and nothing is counted, if the message does not fit.
   */
  sealInto(plaintext: Uint8Array, output: Uint8Array, options?: Session.sealInto.Options): number {
    const now = this.#clock()
    const [content, associated] = inputs(plaintext, 'plaintext', options)
    const target = place(output)
    return this.#handle.use((engine, id) => {
      const length = sessionSealInto(engine.hot, id, associated, content, target, now)
      if (length !== undefined) return length
      const [data, text] = copyBoth(associated, content, 'plaintext')
      const message = engine.sessionSeal(id, data, text, check.sizeOf(target), now)
      check.copyTo(target, message)
      return message.length
    })
  }

  /**
   * As {@link Session.open}, into memory of the caller, which needs room for the padding too: the length of
   * the message less {@link overhead}. Gives the length of the plaintext.
   *
   * @throws `ERR_SESSION_BUFFER` if the plaintext might not fit.
   */
  openInto(message: Uint8Array, output: Uint8Array, options?: Session.openInto.Options): number {
    const now = this.#clock()
    const [content, associated] = inputs(message, 'message', options)
    const target = place(output)
    const [size, got] = [check.sizeOf(content), check.sizeOf(target)]
    const want = size - overhead
    if (got < want) throw coreError(sessionBuffer, { want, got })
    return this.#handle.use((engine, id) => {
      const length = sessionOpenInto(engine.hot, id, associated, content, target, now)
      if (length !== undefined) return length
      const [data, all] = copyBoth(associated, content, 'message')
      // If shared memory has grown: the part that was measured.
      const plaintext = engine.sessionOpen(id, data, all.subarray(0, size), now)
      check.copyTo(target, plaintext)
      return plaintext.length
    })
  }

  /**
   * Messages for many plaintexts, in one call of the engine: all of them, or none. They share one buffer.
   *
   * @throws `ERR_LIMIT_EXCEEDED` for more than 65,536.
   */
  sealBatch(plaintexts: readonly Uint8Array[], options?: Session.sealBatch.Options): Uint8Array[] {
    const now = this.#clock()
    const value = associatedIn(options)
    const items = sources(plaintexts, 'plaintexts')
    const associated = optional(value)
    return readFrames(
      this.#handle.use(
        (engine, id) =>
          sessionSealBatch(engine.hot, id, associated, items, now) ??
          engine.sessionSealBatch(id, associated, packItems(items, 'plaintexts'), now),
      ),
    )
  }

  /**
   * Opens many messages, in one call of the engine. If one does not open, its error stands in its place, and the others
   * are opened. The plaintexts share one buffer.
   *
   * @throws `ERR_LIMIT_EXCEEDED` for more than 65,536.
   */
  openBatch(messages: readonly Uint8Array[], options?: Session.openBatch.Options): Opened[] {
    const now = this.#clock()
    const value = associatedIn(options)
    const list = packItems(sources(messages, 'messages'), 'messages')
    const associated = optional(value)
    return readOpened(
      this.#handle.use((engine, id) => engine.sessionOpenBatch(id, associated, list, now)),
    )
  }

  /** Takes a new key for what this side sends, before it is due. The peer follows by itself. */
  rekey(): void {
    const now = this.#clock()
    this.#handle.use((engine, id) => engine.sessionRekey(id, now))
  }

  /** What the session tells about itself. */
  status(): Status {
    return JSON.parse(this.#handle.use((engine, id) => engine.sessionStatus(id))) as Status
  }

  /** Whether its age or idle time is over. */
  isOver(): boolean {
    const now = this.#clock()
    return this.#handle.use((engine, id) => engine.sessionIsOver(id, now))
  }

  /**
   * Puts the session away: gives a ticket to resume it with, and closes it.
   *
   * The ticket is encrypted under `key`. It must be resumed only once; the replay store of `Session.resume` sees to
   * that.
   *
   * @throws `ERR_SESSION_UNCONFIRMED`; `ERR_LIMIT_EXCEEDED` for a note over 1024 bytes.
   */
  export(options: Session.export.Options): Uint8Array {
    const { key, note: content, seconds } = readExport(options)
    const now = this.#clock()
    const note = optional(content, 'note')
    return this.#handle.spend((_, id) =>
      key.use((engine, keyId) => engine.sessionExport(id, keyId, note, seconds, now)),
    )
  }

  /** Wipes the keys. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(Session)

export declare namespace Session {
  export namespace seal {
    /** What one message, or one batch, is bound to. */
    type Options = {
      /** Authenticated, and not contained: the peer must give the same to open the message. Default: nothing. */
      readonly associatedData?: Uint8Array
    }
  }
  export namespace open {
    type Options = seal.Options
  }
  export namespace sealInto {
    type Options = seal.Options
  }
  export namespace openInto {
    type Options = seal.Options
  }
  export namespace sealBatch {
    type Options = seal.Options
  }
  export namespace openBatch {
    type Options = seal.Options
  }
  namespace export_ {
    type Options = {
      /** The ticket is encrypted under it. */
      readonly key: TicketKey
      /** Bytes that the ticket keeps, for example who the peer is. At most 1024. */
      readonly note?: Uint8Array
      /** For how long the ticket holds. Default: an hour, and never longer than the session. */
      readonly seconds?: number
    }
  }

  export type { export_ as export }
}

const readExport = shape({
  key: ticketKeyHandle,
  note: anything,
  seconds: withDefault(check.integer, 3600),
} satisfies Fields<Session.export.Options>)

/** Whether the constructor made this object; a prototype would prove nothing. @internal */
export function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && isInside(value)
}

/** A session that `create` puts into the engine, without code of the caller. @internal */
export function sessionOf(create: (engine: Loaded) => number, clock: Clock): Session {
  return make(create, clock)
}

const free = (engine: Engine, id: number): boolean => engine.sessionClose(id)

/** A getter of the options is code of the caller, so the arrays are looked at after it. */
function inputs(value: unknown, name: string, options: unknown): [Uint8Array, Uint8Array] {
  const associated = associatedIn(options)
  const content = check.source(value, name)
  return [content, associated === undefined ? nothing : check.source(associated, associatedName)]
}

/** Most messages have none, and sessions seal by the thousand. */
function associatedIn(options: unknown): unknown {
  return options === undefined ? undefined : readMessage(options).associatedData
}

const readMessage = shape({ associatedData: anything } satisfies Fields<Session.seal.Options>)

/** Copies both for the ordinary lane, during which somebody could change shared memory. */
function copyBoth(
  associated: Uint8Array,
  content: Uint8Array,
  name: string,
): [Uint8Array, Uint8Array] {
  return [check.bytes(associated, associatedName), check.bytes(content, name)]
}

/** Bytes, or none. @internal */
export function optional(value: unknown, name: string = associatedName): Uint8Array {
  return value === undefined ? nothing : check.bytes(value, name)
}

/** Memory to write to: a copy, as `check.bytes` makes of shared memory, would take the result with it. */
function place(output: unknown): Uint8Array {
  const target = check.bytes(output, 'output')
  if (check.memoryOf(target) !== check.memoryOf(output as Uint8Array))
    throw check.wrong(
      'output',
      'a Uint8Array in memory that is not shared and keeps its size',
      output,
    )
  return target
}
