/**
 * Sessions as SAGE has them, byte for byte: what SAGE sealed opens here, and the other way round.
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
import { keyBytes, type PublicKey } from '../key.js'
import { role } from '../session/role.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { agreementOf, type LocalAgreement } from '../signing.js'
import {
  type Options as Limits,
  limitFields,
  type Role,
  type SageSession,
  sageSession,
} from './sageSession.js'

export { type Facts, overhead, type Role, SageSession } from './sageSession.js'

/** Label of a session from a Diffie-Hellman handshake. */
export const handshakeLabel = 'a2a/handshake v1'

/**
 * A session with one key for both directions.
 *
 * @example
 * ```ts
 * using session = Sage.Session.fromSeed(seed, { id: 'session-1' })
 * ```
 *
 * @param seed - Secret bytes, at least 16; SAGE's own are 32.
 * @throws `ERR_SESSION_SAGE_ID` unless the id is 1 to 1024 bytes; `ERR_SESSION_SAGE_SEED` for a seed under
 * 16 bytes.
 */
export function fromSeed(seed: Uint8Array, options: fromSeed.Options): SageSession {
  const { id, maxAge, idle, maxMessages, now: clock } = readSeed(options)
  const now = clock()
  // Bytes are checked after the clock, which could take their memory away.
  const bytes = check.bytes(seed, 'seed')
  return sageSession(clock, (engine) =>
    engine.sessionSageSingle(id, bytes, maxAge, idle, maxMessages, now),
  )
}

const readSeed = shape({ ...limitFields, id: check.text } satisfies Fields<fromSeed.Options>)

export declare namespace fromSeed {
  type Options = Limits & {
    /** SAGE's session id. */
    readonly id: string
  }
}

/**
 * The session of SAGE's Diffie-Hellman handshake, from our ephemeral key and the other side's.
 *
 * @example
 * ```ts
 * using session = Sage.Session.fromAgreement(ephemeral, { peer: theirs, context: contextId })
 * ```
 *
 * @throws `ERR_SESSION_SAGE_LABEL` unless the label ends in ` v` and one digit; `ERR_SESSION_SAGE_ID` for
 * no context; `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_AGREEMENT_ZERO`.
 */
export function fromAgreement(
  agreement: LocalAgreement,
  options: fromAgreement.Options,
): SageSession {
  const key = agreementOf(agreement)
  const { peer, context, label, maxAge, idle, maxMessages, now: clock } = readAgreement(options)
  const now = clock()
  return sageSession(clock, () =>
    key.use((engine, id) =>
      engine.sessionSageAgree(id, peer, context, label, maxAge, idle, maxMessages, now),
    ),
  )
}

const nameFields = { context: check.text, label: withDefault(check.text, handshakeLabel) }

const readAgreement = shape({
  ...limitFields,
  ...nameFields,
  peer: keyBytes,
} satisfies Fields<fromAgreement.Options>)

export declare namespace fromAgreement {
  type Options = Limits & {
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
 * @param sharedSecret - SHA-256 of the raw shared secret, 32 bytes, as `Sage.Keys.sharedSecret` gives it.
 * @throws as {@link fromAgreement}; `ERR_BYTES_LENGTH` unless all are 32 bytes.
 */
export function fromSharedSecret(
  sharedSecret: Uint8Array,
  options: fromSharedSecret.Options,
): SageSession {
  const { context, label, maxAge, idle, maxMessages, now: clock, ...rest } = readShared(options)
  const now = clock()
  const secret = check.bytes(sharedSecret, 'sharedSecret')
  const [a, b] = rest.ephemerals
  const [first, second] = [check.bytes(a, 'ephemerals[0]'), check.bytes(b, 'ephemerals[1]')]
  return sageSession(clock, (engine) =>
    engine.sessionSageShared(secret, context, label, first, second, maxAge, idle, maxMessages, now),
  )
}

const readShared = shape({
  ...limitFields,
  ...nameFields,
  ephemerals: check.list,
} satisfies Fields<fromSharedSecret.Options>)

export declare namespace fromSharedSecret {
  type Options = Limits & {
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
 * using session = Sage.Session.fromExporter(exporter, { role: 'initiator' })
 * ```
 *
 * @param exporter - Secret bytes, at least 16; SAGE's own are 32.
 * @throws `ERR_SESSION_SAGE_LABEL`; `ERR_SESSION_SAGE_SEED` for an exporter under 16 bytes.
 */
export function fromExporter(exporter: Uint8Array, options: fromExporter.Options): SageSession {
  const { role, label, maxAge, idle, maxMessages, now: clock } = readExporter(options)
  const now = clock()
  const secret = check.bytes(exporter, 'exporter')
  const initiates = role === 'initiator'
  return sageSession(clock, (engine) =>
    engine.sessionSageDirectional(secret, label, initiates, maxAge, idle, maxMessages, now),
  )
}

const readExporter = shape({
  ...limitFields,
  role,
  label: withDefault(check.text, ''),
} satisfies Fields<fromExporter.Options>)

export declare namespace fromExporter {
  type Options = Limits & {
    /** The two sides need different ones. */
    readonly role: Role
    /** Default: `sage/hpke v1`. */
    readonly label?: string
  }
}
