/**
 * Sessions as SAGE has them, byte for byte: what SAGE sealed opens here, and the other way.
 *
 * The format has no sequence number, so it shows no replay, loss or reordering: see
 * {@link Facts.uncovered}. A session of this package opens each message once and none of its own,
 * while it lives. Use `Session` where both sides can.
 *
 * Refused, unlike in SAGE: the covered MAC of a directional session, whose key is 32 zero bytes there; a
 * call after the limits; a label that runs into the context; seeds that are not 32 bytes.
 *
 * @module
 */

import * as check from '../check.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes, type PublicKey } from '../key.js'
import { handleOf, type LocalAgreement } from '../signing.js'

/** Bytes that a message is longer than its plaintext. */
export const overhead = 28

/** Label of a session from a Diffie-Hellman handshake. */
export const handshakeLabel = 'a2a/handshake v1'

/** Which side of a directional session. */
export type Role = 'initiator' | 'responder'

/** What a session says of itself. */
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
  /** After a handshake: what it leaves unproven. */
  readonly unproven: readonly string[]
}

/** When a session ends. */
export type SessionOptions = {
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

/** One side of a session of SAGE. Its keys stay in the engine. */
export class SageSession {
  readonly #handle: Handle
  readonly #now: () => Date
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, now: () => Date, open: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Session.sage`', key)
    this.#now = now
    this.#handle = new Handle(this, open, (engine, id) => engine.sessionSageClose(id))
  }

  /** What it says of itself. */
  get facts(): Facts {
    return JSON.parse(this.#handle.use((engine, id) => engine.sessionSageDescribe(id))) as Facts
  }

  /**
   * Seals a message: nonce, ciphertext, tag.
   *
   * @throws `ERR_SESSION_SAGE_EXPIRED`; `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
   */
  seal(plaintext: Uint8Array, associated: Uint8Array = nothing): Uint8Array {
    const [text, aad] = [check.bytes(plaintext, 'plaintext'), check.bytes(associated, 'associated')]
    const now = this.#time()
    return this.#handle.use((engine, id) => engine.sessionSageSeal(id, aad, text, now))
  }

  /**
   * Opens a message. One that does not open changes nothing.
   *
   * @throws `ERR_SESSION_SAGE_REPLAY` for one that was sent or opened before; `ERR_SESSION_SAGE_OPEN`,
   * `ERR_SESSION_SAGE_SHORT`; as {@link seal}.
   */
  open(message: Uint8Array, associated: Uint8Array = nothing): Uint8Array {
    const [wire, aad] = [check.bytes(message, 'message'), check.bytes(associated, 'associated')]
    const now = this.#time()
    return this.#handle.use((engine, id) => engine.sessionSageOpen(id, aad, wire, now))
  }

  /**
   * The MAC of `covered`, 32 bytes; it covers no ciphertext. Single-key sessions only.
   *
   * @throws `ERR_SESSION_SAGE_COVERED` for a directional session; as {@link seal}.
   */
  signCovered(covered: Uint8Array): Uint8Array {
    const [bytes, now] = [check.bytes(covered, 'covered'), this.#time()]
    return this.#handle.use((engine, id) => engine.sessionSageSignCovered(id, bytes, now))
  }

  /**
   * Checks the MAC of `covered`. The same one can come again.
   *
   * @throws `ERR_SESSION_SAGE_MAC`; as {@link signCovered}.
   */
  verifyCovered(covered: Uint8Array, mac: Uint8Array): void {
    const [bytes, tag, now] = [
      check.bytes(covered, 'covered'),
      check.bytes(mac, 'mac'),
      this.#time(),
    ]
    this.#handle.use((engine, id) => engine.sessionSageVerifyCovered(id, bytes, tag, now))
  }

  /** Wipes the keys. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  #time(): number {
    return check.seconds(this.#now(), 'now')
  }
}
disposable(SageSession)

/** Limits as they cross. @internal */
export type Limits = {
  readonly age: number
  readonly idle: number
  readonly messages: number
  readonly clock: () => Date
}

/** The checked limits of `options`. @internal */
export function limitsOf(options: SessionOptions): Limits {
  const fields = check.record(options, 'options')
  const clock = options.now ?? (() => new Date())
  check.callable(clock, 'now')
  return {
    age: check.integer(fields['maxAge'] ?? 3_600, 'maxAge'),
    idle: check.integer(fields['idle'] ?? 600, 'idle'),
    messages: check.integer(fields['maxMessages'] ?? 1_000, 'maxMessages', 0, 65_536),
    clock,
  }
}

/** A session that `open` puts into the engine. @internal */
export function sageSession(now: () => Date, open: (engine: Engine) => number): SageSession {
  return new SageSession(door, now, open)
}

/**
 * A session with one key for both directions.
 *
 * @example
 * ```ts
 * using session = Session.sage.fromSeed({ id: 'session-1', seed })
 * ```
 *
 * @throws `ERR_SESSION_SAGE_ID` unless the id is 1 to 1024 bytes; `ERR_BYTES_LENGTH` unless the seed is
 * 32.
 */
export function fromSeed(options: fromSeed.Options): SageSession {
  const { age, idle, messages, clock } = limitsOf(options)
  const [id, seed] = [check.text(options.id, 'id'), check.bytes(options.seed, 'seed')]
  const now = check.seconds(clock(), 'now')
  return sageSession(clock, (engine) =>
    engine.sessionSageSingle(id, seed, age, idle, messages, now),
  )
}

export declare namespace fromSeed {
  type Options = SessionOptions & {
    /** SAGE's session id. */
    readonly id: string
    /** 32 secret bytes. */
    readonly seed: Uint8Array
  }
}

/**
 * The session of SAGE's Diffie-Hellman handshake, from our ephemeral key and the other side's.
 *
 * @example
 * ```ts
 * using session = Session.sage.fromAgreement(ephemeral, { peer: theirs, context: contextId })
 * ```
 *
 * @throws `ERR_SESSION_SAGE_LABEL` unless the label ends in ` v` and one digit; `ERR_SESSION_SAGE_ID` for
 * no context; `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_AGREEMENT_ZERO`.
 */
export function fromAgreement(
  agreement: LocalAgreement,
  options: fromAgreement.Options,
): SageSession {
  const key = handleOf(agreement)
  const { age, idle, messages, clock } = limitsOf(options)
  const { label, context } = names(options)
  const peer = keyBytes(options.peer, 'peer')
  const now = check.seconds(clock(), 'now')
  return sageSession(clock, () =>
    key.use((engine, id) =>
      engine.sessionSageAgree(id, peer, context, label, age, idle, messages, now),
    ),
  )
}

export declare namespace fromAgreement {
  type Options = SessionOptions & {
    /** The other side's ephemeral X25519 key. */
    readonly peer: PublicKey
    /** SAGE's context id. */
    readonly context: string
    /** Default: {@link handshakeLabel}. SAGE leaves an empty one out of the id. */
    readonly label?: string
  }
}

/**
 * As {@link fromAgreement}, of a secret that was agreed on elsewhere.
 *
 * @throws as {@link fromAgreement}; `ERR_BYTES_LENGTH` unless all are 32 bytes.
 */
export function fromSharedSecret(options: fromSharedSecret.Options): SageSession {
  const { age, idle, messages, clock } = limitsOf(options)
  const { label, context } = names(options)
  const secret = check.bytes(options.sharedSecret, 'sharedSecret')
  const pair = check.list(options.ephemerals, 'ephemerals')
  const [a, b] = [check.bytes(pair[0], 'ephemerals[0]'), check.bytes(pair[1], 'ephemerals[1]')]
  const now = check.seconds(clock(), 'now')
  return sageSession(clock, (engine) =>
    engine.sessionSageShared(secret, context, label, a, b, age, idle, messages, now),
  )
}

export declare namespace fromSharedSecret {
  type Options = SessionOptions & {
    /** SHA-256 of the raw shared secret, 32 bytes. */
    readonly sharedSecret: Uint8Array
    /** Both ephemeral public keys, in any order. */
    readonly ephemerals: readonly [Uint8Array, Uint8Array]
    /** SAGE's context id. */
    readonly context: string
    /** Default: {@link handshakeLabel}. */
    readonly label?: string
  }
}

/**
 * A session with a key for each direction, of an exporter or a handshake's combined secret.
 *
 * @example
 * ```ts
 * using session = Session.sage.fromExporter({ exporter, role: 'initiator' })
 * ```
 *
 * @throws `ERR_SESSION_SAGE_LABEL`; `ERR_BYTES_LENGTH` unless the exporter is 32 bytes.
 */
export function fromExporter(options: fromExporter.Options): SageSession {
  const { age, idle, messages, clock } = limitsOf(options)
  const exporter = check.bytes(options.exporter, 'exporter')
  const label = check.text(options.label ?? '', 'label')
  const initiates = check.oneOf(options.role, 'role', ['initiator', 'responder']) === 'initiator'
  const now = check.seconds(clock(), 'now')
  return sageSession(clock, (engine) =>
    engine.sessionSageDirectional(exporter, label, initiates, age, idle, messages, now),
  )
}

export declare namespace fromExporter {
  type Options = SessionOptions & {
    /** 32 secret bytes. */
    readonly exporter: Uint8Array
    /** The two sides need different ones. */
    readonly role: Role
    /** Default: `sage/hpke v1`. */
    readonly label?: string
  }
}

function names(options: { readonly context: string; readonly label?: string }): {
  context: string
  label: string
} {
  return {
    context: check.text(options.context, 'context'),
    label: check.text(options.label ?? handshakeLabel, 'label'),
  }
}
