/**
 * Makes grants: a root, a link below another, and the subject's acknowledgement.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonObject, print, receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { PublicKey } from '../key.js'
import {
  anything,
  type Field,
  type Fields,
  optional,
  printOptions,
  shape,
  withDefault,
} from '../shape.js'
import { multikeyOf } from '../signing/named.js'
import { signJson } from '../signing/unsigned.js'
import type { Signed, Signer } from '../signing.js'
import { chainText, nonceText, signerOf } from './common.js'
import type { Acknowledgement, ChainInput, Grant, Input } from './types.js'

/** Constraints of a grant to be made. */
export type NewConstraints = {
  /** First moment at which it holds. */
  readonly notBefore?: Date
  /** First moment at which it no longer holds. */
  readonly expires?: Date
  /** How often it may be used; the verifier counts. */
  readonly uses?: number
  /** Names of the verifiers that it is for, compared byte for byte. */
  readonly audience?: readonly string[]
  /** Blocks of addresses from which it may be used: `192.0.2.0/24`, `2001:db8::/32`. */
  readonly network?: readonly string[]
  /** Constraints that only some verifiers understand. Every other verifier refuses the grant. */
  readonly custom?: JsonObject
}

/** Who may do what. */
export type Terms = {
  /** DID of who may act. */
  readonly subject: string
  /** The key with which it acts. */
  readonly subjectKey: PublicKey
  /** What it may do: `read:docs/**`. */
  readonly capabilities: readonly string[]
  /** Under which conditions. A delegated grant keeps those of the grant above that are left out here. */
  readonly constraints?: NewConstraints
  /** How many grants may follow below this one, 0 to 15. Default: 0. */
  readonly delegation?: number
}

/** A grant to be made: who lets whom do what. */
export type NewGrant = Terms & {
  /** DID of who grants. */
  readonly issuer: string
}

const readConstraints = shape({
  notBefore: optional(check.seconds),
  expires: optional(check.seconds),
  uses: anything,
  audience: anything,
  network: anything,
  custom: anything,
} satisfies Fields<NewConstraints>)

const terms: {
  readonly subject: Field<string>
  readonly subjectKey: Field<string>
  readonly capabilities: Field<readonly unknown[]>
  readonly constraints: Field<object | undefined>
  readonly delegation: Field<number>
} = {
  subject: check.text,
  subjectKey: multikeyOf,
  capabilities: check.list,
  constraints: optional((value, name) => readConstraints(check.record(value, name), name)),
  delegation: withDefault(check.integer, 0),
} satisfies Fields<Terms>

const fields: {
  readonly keyId: Field<string | undefined>
  readonly now: Field<number>
  readonly nonce: Field<string>
} = {
  keyId: optional(check.text),
  now: check.secondsOrNow,
  nonce: nonceText,
} satisfies Fields<issue.Options>

const readGrant = shape({ ...terms, issuer: check.text } satisfies Fields<NewGrant>)
const readOptions = shape(fields)
const readLink = shape({ ...terms, ...fields } satisfies Fields<delegate.Options>)

/**
 * Grants capabilities to a subject. At once for a local signer.
 *
 * @example
 * ```ts
 * const grant = Grant.issue(
 *   {
 *     issuer: 'did:web:human.example',
 *     subject: did,
 *     subjectKey: agent.publicKey,
 *     capabilities: ['read:docs/**'],
 *     constraints: { expires: new Date(Date.now() + 3_600_000) },
 *     delegation: 1,
 *   },
 *   human,
 * )
 * ```
 *
 * @throws An `ERR_CAPABILITY_` code, `ERR_GRANT_EMPTY`, `ERR_GRANT_IDENTITY` if a `did:key` is
 * another key's, `ERR_GRANT_CYCLE` for a grant to oneself, `ERR_GRANT_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function issue<S extends Signer>(
  grant: NewGrant,
  signer: S,
  options: issue.Options = {},
): Signed<S, Grant> {
  const { constraints = {}, ...members } = readGrant(check.record(grant, 'grant'), 'grant')
  const { key, algorithm } = signerOf(signer)
  const { now, ...named } = readOptions(options)
  const record = {
    type: 'countersign/grant/v1',
    algorithm,
    issuerKey: key,
    constraints,
    ...members,
    ...named,
    issued: now,
  }
  const text = print(record, 'grant')
  return signJson(signer, (engine) => engine.grantUnsigned(text))
}

export declare namespace issue {
  type Options = {
    /** Name of the issuer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
    /** 16 to 64 bytes. Default: 16 random ones. */
    readonly nonce?: Uint8Array
  }
}

/**
 * Passes a part of a grant on. `signer` holds the last key of `chain`.
 *
 * Returns the new link. The chain for its subject is `chain` with this link at its end. The options say who may do
 * what, as in {@link issue}; the issuer is the last subject of `chain`.
 *
 * @example
 * ```ts
 * const link = Grant.delegate([root], agent, {
 *   subject: helperDid,
 *   subjectKey: helper.publicKey,
 *   capabilities: ['read:docs/public/*'],
 * })
 * const chain = [root, link]
 * ```
 *
 * @throws `ERR_GRANT_ISSUER` for another signer; `ERR_GRANT_WIDENED`, `ERR_GRANT_DEPTH`,
 * `ERR_GRANT_EXPIRED`, `ERR_GRANT_NOT_YET`; else as {@link issue}.
 */
export function delegate<S extends Signer>(
  chain: ChainInput,
  signer: S,
  options: delegate.Options,
): Signed<S, Grant> {
  const { text } = chainText(chain)
  const { key, algorithm } = signerOf(signer)
  const { now, ...terms } = readLink(options)
  const link = print({ algorithm, issuerKey: key, ...terms, issued: now }, 'options')
  return signJson(signer, (engine) => engine.grantUnsigned(engine.grantDelegate(text, link)))
}

export declare namespace delegate {
  type Options = Terms & issue.Options
}

/**
 * States that the subject accepts a grant. `signer` holds the key of the subject.
 *
 * @example
 * ```ts
 * const taken = Grant.acknowledge(grant, agent)
 * ```
 *
 * @throws `ERR_GRANT_HOLDER` for another signer.
 */
export function acknowledge<S extends Signer>(
  grant: Input,
  signer: S,
  options: acknowledge.Options = {},
): Signed<S, Acknowledgement> {
  const { text } = receive(grant, 'grant')
  const { now } = readNow(options)
  const draft = printOptions({ ...signerOf(signer), issued: now })
  return signJson(signer, (engine) => engine.grantUnsigned(engine.grantAcknowledge(text, draft)))
}

const readNow = shape({ now: check.secondsOrNow } satisfies Fields<acknowledge.Options>)

export declare namespace acknowledge {
  type Options = {
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Verifies an acknowledgement, and the signature of its grant. The grant itself names the key that must have signed, so
 * nothing else is to be trusted here; who issued the grant, {@link verify} says.
 *
 * Costs at most 2 signature checks.
 *
 * @example
 * ```ts
 * Grant.verifyAcknowledgement(taken, grant)
 * ```
 *
 * @throws `ERR_GRANT_PARENT` for another grant, `ERR_GRANT_HOLDER` for another key,
 * `ERR_GRANT_SIGNATURE`.
 */
export function verifyAcknowledgement(acknowledgement: Input, grant: Input): void {
  const record = receive(acknowledgement, 'acknowledgement').text
  const { text } = receive(grant, 'grant')
  call((engine) => engine.grantVerifyAcknowledgement(record, text))
}

/**
 * The id of a grant: a hash of all of it. Revocations and receipts name it.
 *
 * @example
 * ```ts
 * Grant.id(grant) // 'grant:…'
 * ```
 */
export function id(grant: Input): string {
  const { text } = receive(grant, 'grant')
  return call((engine) => engine.grantId(text))
}
