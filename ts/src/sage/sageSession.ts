/**
 * One side of a session of SAGE, as an object: see {@link fromSeed} and its kin in `sage.ts`.
 *
 * @module
 */

import * as check from '../check.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { anything, type Field, type Fields, shape, withDefault } from '../shape.js'
import type { ProvenKey } from '../trust.js'

/** How many bytes a message is longer than its plaintext. */
export const overhead = 28

/** Which side of a directional session. */
export type Role = 'initiator' | 'responder'

/** What a session says about itself. */
export type Facts = {
  /** SAGE's session id. */
  readonly id: string
  readonly kind: 'single-key' | 'directional'
  /** Messages and MACs so far, sent and received together. */
  readonly messages: number
  /** What the format leaves open. `direction`: one key for both. */
  readonly uncovered: readonly string[]
  /** After a handshake: SAGE's name of the session in later messages. */
  readonly keyId: string | null
  /** After a handshake: the other side's DID. */
  readonly peer: string | null
  /** After a handshake: the key with which the other side signed. */
  readonly signer: ProvenKey | null
  /** After a handshake: what it leaves unproven. */
  readonly unproven: readonly string[]
}

/** When a session ends. @inline */
export type Options = {
  /** Seconds since it was opened; 0 for no limit. Default: 3600. */
  readonly maxAge?: number
  /** Seconds since its last message; 0 for no limit. Default: 600. */
  readonly idle?: number
  /** Messages and MACs, sent and received together; 0, and at most, 65,536. Default: 1000. */
  readonly maxMessages?: number
  /** Default: the clock. */
  readonly now?: () => Date
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
const nothing = new Uint8Array()
/** The member is looked at when the clock was asked. */
const readMessage = shape({
  associatedData: withDefault(anything, nothing),
} satisfies Fields<SageSession.seal.Options>)

/** Unix seconds. It runs code of the caller: never inside a call of the engine. */
type Clock = () => number

let make: (clock: Clock, create: (engine: Engine) => number) => SageSession

/** One side of a session of SAGE. Its keys stay in the engine. */
export class SageSession {
  readonly #handle: Handle
  readonly #clock: Clock
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (clock, create) => new SageSession(door, clock, create)
  }

  private constructor(key: typeof door, clock: Clock, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Sage.Session`', key)
    this.#clock = clock
    this.#handle = new Handle(create, (engine, id) => engine.sessionSageClose(id))
  }

  /** What the session says about itself. */
  get facts(): Facts {
    return JSON.parse(this.#handle.use((engine, id) => engine.sessionSageDescribe(id))) as Facts
  }

  /**
   * Seals a message: nonce, ciphertext, tag.
   *
   * @throws `ERR_SESSION_SAGE_EXPIRED`; `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
   */
  seal(plaintext: Uint8Array, options: SageSession.seal.Options = {}): Uint8Array {
    const { associatedData } = readMessage(options)
    // Bytes are checked after the clock, which could take their memory away.
    const now = this.#clock()
    const text = check.bytes(plaintext, 'plaintext')
    const aad = check.bytes(associatedData, 'associatedData')
    return this.#handle.use((engine, id) => engine.sessionSageSeal(id, aad, text, now))
  }

  /**
   * Opens a message. One that does not open changes nothing.
   *
   * @throws `ERR_SESSION_SAGE_REPLAY` for one that was sent or opened before; `ERR_SESSION_SAGE_OPEN`,
   * `ERR_SESSION_SAGE_SHORT`; as {@link seal}.
   */
  open(message: Uint8Array, options: SageSession.open.Options = {}): Uint8Array {
    const { associatedData } = readMessage(options)
    const now = this.#clock()
    const wire = check.bytes(message, 'message')
    const aad = check.bytes(associatedData, 'associatedData')
    return this.#handle.use((engine, id) => engine.sessionSageOpen(id, aad, wire, now))
  }

  /**
   * The MAC of `covered`, 32 bytes; it covers no ciphertext. Single-key sessions only.
   *
   * @throws `ERR_SESSION_SAGE_COVERED` for a directional session; as {@link seal}.
   */
  signCovered(covered: Uint8Array): Uint8Array {
    const now = this.#clock()
    const bytes = check.bytes(covered, 'covered')
    return this.#handle.use((engine, id) => engine.sessionSageSignCovered(id, bytes, now))
  }

  /**
   * Checks the MAC of `covered`. The same one can come again.
   *
   * @throws `ERR_SESSION_SAGE_MAC`; as {@link signCovered}.
   */
  verifyCovered(claim: SageSession.Claim): void {
    const { covered, mac } = readClaim(check.record(claim, 'claim'), 'claim')
    const now = this.#clock()
    const [bytes, tag] = [check.bytes(covered, 'claim.covered'), check.bytes(mac, 'claim.mac')]
    this.#handle.use((engine, id) => engine.sessionSageVerifyCovered(id, bytes, tag, now))
  }

  /** Wipes the keys. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(SageSession)

export declare namespace SageSession {
  namespace seal {
    type Options = import('../session/state.js').Session.seal.Options
  }
  namespace open {
    type Options = seal.Options
  }
  /** What {@link SageSession.verifyCovered} checks. */
  type Claim = {
    readonly covered: Uint8Array
    /** 32 bytes. */
    readonly mac: Uint8Array
  }
}

const readClaim = shape({
  covered: anything,
  mac: anything,
} satisfies Fields<SageSession.Claim>)

/** Limits as they cross. @internal */
export type Limits = {
  readonly maxAge: number
  readonly idle: number
  readonly maxMessages: number
  readonly now: Clock
}

/** The fields of {@link Options}. @internal */
export const limitFields: { readonly [Name in keyof Limits]: Field<Limits[Name]> } = {
  maxAge: withDefault(check.integer, 3_600),
  idle: withDefault(check.integer, 600),
  maxMessages: withDefault(check.safeInteger, 1_000),
  now: check.clock,
} satisfies Fields<Options>

/** A session that `create` puts into the engine, without code of the caller. @internal */
export function sageSession(clock: Clock, create: (engine: Engine) => number): SageSession {
  return make(clock, create)
}
