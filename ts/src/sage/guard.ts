/**
 * Signed messages as SAGE has them, outside HTTP.
 *
 * SAGE signs neither the list of signed fields nor the algorithm, and takes both from the message. Here the five fields
 * are always signed, the key decides the algorithm, and values that would run into each other are refused. Only a guard
 * knows whether a message is new: give {@link verify} one.
 *
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import { call } from '../engine/slot.js'
import { sageMessageSkew as defaultSkew } from '../generated/time.js'
import type { MessageGuard } from '../guard.js'
import { keyBytes } from '../key.js'
import { type Fields, members, optional, shape } from '../shape.js'
import { signUnsigned } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'

export { defaultSkew }

/** A message. */
export type Message = {
  readonly agentDid: string
  readonly messageId: string
  /** RFC 3339. Signed without the fraction of a second. */
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
  readonly headers?: { readonly [name: string]: string }
  /** `agent_did, message_id, timestamp, nonce, body` in any order, and `header.NAME`. Default: the five. */
  readonly fields?: readonly string[]
  /** `EdDSA`, or `ES256K` and its other names: must be the key's. */
  readonly algorithm?: string
}

/** A message, and what {@link sign} gave for it. */
export type SignedMessage = {
  readonly message: Message
  readonly signature: Uint8Array
}

/** What a verified message proves. */
export type Proven = {
  readonly agentDid: string
  readonly messageId: string
  readonly sent: Date
  /** The key that signed. */
  readonly signer: ProvenKey
  /** Fields that are signed. */
  readonly covered: readonly string[]
  /** What the signature does not cover; `replay` without a guard. */
  readonly uncovered: readonly string[]
  /** An ECDSA signature with a high S. Anybody can rewrite it with the low S. */
  readonly highS?: true
}

/**
 * The text that is signed.
 *
 * @throws `ERR_MESSAGE_SAGE_MALFORMED`, `ERR_MESSAGE_SAGE_FIELDS`, `ERR_MESSAGE_SAGE_AMBIGUOUS`.
 */
export function signatureBase(message: Message): string {
  const text = print(message, 'message')
  return call((engine) => engine.messageSageBase(text))
}

/**
 * Signs a message: 64 bytes, or 65 of secp256k1. At once for a local signer.
 *
 * @example
 * ```ts
 * const signature = Sage.Guard.sign(message, signer)
 * ```
 *
 * @throws as {@link signatureBase}; `ERR_KEY_ALGORITHM` unless the signer's algorithm is Ed25519, or ECDSA
 * on secp256k1 over SHA-256.
 */
export function sign<S extends Signer>(message: Message, signer: S): Signed<S, Uint8Array> {
  const text = print(message, 'message')
  const { publicKey, algorithm } = checkSigner(signer)
  const key = keyBytes(publicKey)
  return signUnsigned(signer, (engine) => engine.messageSageUnsigned(text, key, algorithm))
}

/**
 * Verifies a message, and asks the guard last.
 *
 * Costs at most 16 signature checks: 1 for each trusted key that may be the agent's.
 *
 * @example
 * ```ts
 * const { agentDid } = Sage.Guard.verify({ message, signature }, { key }, { guard })
 * ```
 *
 * @param trust - The agent's keys: its document, or pinned ones, for `authentication`. The message names none of them.
 * @throws as {@link signatureBase}; `ERR_MESSAGE_SAGE_TIME`, `ERR_MESSAGE_SAGE_SIGNATURE`; `ERR_KEY_ALGORITHM` if no
 * trusted key is of a type that SAGE signs messages with; `ERR_TRUST_CHECKS` if more than 16 keys may have signed; then
 * a code of the guard.
 */
export function verify(
  signed: SignedMessage,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Proven {
  const read = members(signed, 'signed', ['message', 'signature'])
  const text = print(read.message, 'message')
  const trusted = prepareTrust(trust)
  const { guard, skew: chosen, now } = readOptions(options)
  // Last, as the guard has getters, which could take its memory away.
  const signature = check.bytes(read.signature, 'signature')
  const skew = chosen ?? guard?.skew ?? defaultSkew
  const facts = JSON.parse(
    call((engine) => engine.messageSageVerify(text, trustHandle(trusted), signature, now, skew)),
  ) as Omit<Proven, 'sent'> & { sent: number }
  const sent = new Date(facts.sent * 1000)
  // From the text that was verified: the caller's message may have changed by now.
  const { nonce } = JSON.parse(text) as Message
  guard?.check({ peer: facts.agentDid, sent, nonce })
  const uncovered = guard ? facts.uncovered : [...facts.uncovered, 'replay']
  return { ...facts, sent, uncovered }
}

const readOptions = shape({
  guard: optional(readGuard),
  skew: optional(check.safeInteger),
  now: check.secondsOrNow,
} satisfies Fields<verify.Options>)

/** The guard of the caller: its time, and how it is asked. */
function readGuard(value: unknown, name: string): Pick<MessageGuard, 'skew' | 'check'> {
  const read = members(value, name, ['skew', 'check'])
  const ask = check.callable(read.check, `${name}.check`) as MessageGuard['check']
  const skew = check.safeInteger(read.skew, `${name}.skew`)
  return { skew, check: (message) => ask.call(value as MessageGuard, message) }
}

export declare namespace verify {
  type Options = {
    /**
     * Remembers nonces, for each agent. Without one a message can come again. It judges the time too: for
     * SAGE's five minutes open it with `skew: Sage.Guard.defaultSkew`.
     */
    readonly guard?: MessageGuard
    /** Default: that of the guard, else {@link defaultSkew}. */
    readonly skew?: number
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** SHA-256 in hex of the header by which SAGE knows duplicates. The content is not in it. */
export function headerHash(header: headerHash.Header): string {
  const { sequence, nonce, timestamp } = readHeader(check.record(header, 'header'))
  const number = String(sequence)
  return call((engine) => engine.messageSageHeaderHash(number, nonce, timestamp))
}

const readHeader = shape({
  sequence: check.integer,
  nonce: check.text,
  timestamp: check.text,
} satisfies Fields<headerHash.Header>)

export declare namespace headerHash {
  type Header = { readonly sequence: number; readonly nonce: string; readonly timestamp: string }
}
