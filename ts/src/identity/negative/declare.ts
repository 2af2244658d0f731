/**
 * Signed declarations that something is not done, and their witnesses. They are evidence, not proof.
 *
 * @module
 */

import * as check from '../../check.js'
import { print, receive, texts } from '../../document.js'
import { call } from '../../engine/slot.js'
import type { Row } from '../../facts.js'
import { writeFrames } from '../../frames.js'
import { nonceText, signerOf } from '../../grant/common.js'
import type { Algorithm } from '../../key.js'
import { type Fields, optional, printOptions, shape } from '../../shape.js'
import { signJson } from '../../signing/unsigned.js'
import type { Signed, Signer } from '../../signing.js'
import { skew } from '../../skew.js'
import {
  type ProvenKey,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../../trust.js'
import type { Input } from '../spawn/types.js'

/** A signed declaration. Times are Unix seconds. */
export type Declaration = {
  readonly type: 'countersign/negative-declaration/v1'
  readonly declarer: string
  readonly key: string
  readonly keyId?: string
  readonly capabilities: readonly string[]
  /** First second of the window, and first after it. */
  readonly from: number
  readonly until: number
  /** In the part of the window before this, it was not done; in the part after this, it will not be. */
  readonly issued: number
  readonly reason?: string
  readonly nonce: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What somebody says that they do not do, and when. */
export type NewDeclaration = {
  /** DID of who says it. */
  readonly declarer: string
  /** What is not done: 1 to 64 capabilities. */
  readonly capabilities: readonly string[]
  /** First moment of the window. Default: now. */
  readonly from?: Date
  /** First moment after it. */
  readonly until: Date
  /** Why, for people to read. */
  readonly reason?: string
}

/** What a witness signs who saw a declaration. */
export type Testimony = {
  readonly type: 'countersign/negative-witness/v1'
  readonly declaration: string
  readonly witness: string
  readonly key: string
  readonly keyId?: string
  readonly issued: number
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What a verified declaration shows: that it was made. */
export type VerifiedDeclaration = {
  readonly evidence: 'declaration'
  readonly id: string
  readonly declarer: string
  /** Whether the key is known to be the declarer's. */
  readonly identityBound: boolean
  /** The declarer's key. */
  readonly signer: ProvenKey
  readonly capabilities: readonly string[]
  readonly from: number
  readonly until: number
  readonly issued: number
  /** Whether the window lies before the declaration was made, after it, or on both sides. */
  readonly speaksOf: 'past' | 'future' | 'both'
  /** Whether all that was asked about is declared. */
  readonly declared: boolean
  /**
   * Each witness in its place; `witness` is `null` if the record cannot be read. `unchecked`: `ERR_NEGATIVE_KEY`, nobody
   * trusts its key.
   */
  readonly witnesses: readonly Row<
    { readonly witness: string; readonly signer: ProvenKey },
    { readonly witness: string | null }
  >[]
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Declares that something is not done in a window of time. At once for a local signer.
 *
 * @example
 * ```ts
 * const tomorrow = new Date(Date.now() + 86_400_000)
 * const freeze = { declarer: did, capabilities: ['deploy:production/**'], until: tomorrow }
 * const word = Identity.negative.declareAbstention(freeze, signer)
 * ```
 *
 * @throws `ERR_NEGATIVE_MALFORMED`, `ERR_NEGATIVE_IDENTITY`, `ERR_CAPABILITY_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function declareAbstention<S extends Signer>(
  declaration: NewDeclaration,
  signer: S,
  options: declareAbstention.Options = {},
): Signed<S, Declaration> {
  const read = readDeclaration(check.record(declaration, 'declaration'), 'declaration')
  const by = signerOf(signer)
  const { now: issued, ...rest } = readDeclare(options)
  const { from = issued, ...members } = read
  const type = 'countersign/negative-declaration/v1'
  const record = print({ type, ...by, ...members, ...rest, from, issued }, 'declaration')
  return signJson(signer, (engine) => engine.negativeUnsigned(record))
}

const readDeclaration = shape({
  declarer: check.text,
  capabilities: check.list,
  from: optional(check.seconds),
  until: check.seconds,
  reason: optional(check.text),
} satisfies Fields<NewDeclaration>)

const readDeclare = shape({
  keyId: optional(check.text),
  now: check.secondsOrNow,
  nonce: nonceText,
} satisfies Fields<declareAbstention.Options>)

export declare namespace declareAbstention {
  type Options = {
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
    /** 16 to 64 bytes. Default: 16 random ones. */
    readonly nonce?: Uint8Array
  }
}

/**
 * States that `signer` saw a declaration, not that the declarer keeps it.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const seen = Identity.negative.witness(word, notary, { witness: notaryDid })
 * ```
 *
 * @throws `ERR_NEGATIVE_SIGNATURE` if the declaration is not its key's.
 */
export function witness<S extends Signer>(
  declaration: Input,
  signer: S,
  options: witness.Options,
): Signed<S, Testimony> {
  const { text } = receive(declaration, 'declaration')
  const { now, ...members } = readWitness(options)
  const draft = printOptions({ ...signerOf(signer), ...members, issued: now })
  return signJson(signer, (engine) => engine.negativeUnsigned(engine.negativeWitness(text, draft)))
}

const readWitness = shape({
  witness: check.text,
  keyId: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<witness.Options>)

export declare namespace witness {
  type Options = {
    /** DID of the witness. */
    readonly witness: string
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Verifies that a declaration was made. A witness that does not hold is reported, and does not spoil the declaration.
 *
 * Costs at most 65 signature checks: 1 for the declaration, and 1 for each of 64 witnesses.
 *
 * @example
 * ```ts
 * const { declared, unproven } = Identity.negative.verifyDeclaration(word, trust, {
 *   capability: 'deploy:production/api',
 * })
 * ```
 *
 * @param trust - The keys of the declarer and of witnesses, for `assertionMethod`.
 * @throws `ERR_NEGATIVE_KEY`, `ERR_NEGATIVE_IDENTITY`, `ERR_NEGATIVE_NOT_YET`, `ERR_NEGATIVE_SIGNATURE`,
 * `ERR_NEGATIVE_MALFORMED`, `ERR_NEGATIVE_VERSION`.
 */
export function verifyDeclaration(
  declaration: Input,
  trust: Trust | TrustInput,
  options: verifyDeclaration.Options = {},
): VerifiedDeclaration {
  const { text, parsed } = receive(declaration, 'declaration')
  const trusted = prepareTrust(trust)
  const { witnesses, ...policy } = readPolicy(options)
  const [seen, asked] = [writeFrames(witnesses, 'witnesses'), printOptions(policy)]
  const found = call((engine) =>
    engine.negativeVerifyDeclaration(text, seen, trustHandle(trusted), asked),
  )
  return { ...(JSON.parse(found) as Omit<VerifiedDeclaration, 'parsed'>), parsed }
}

const readPolicy = shape({
  witnesses: texts,
  capability: optional(check.text),
  at: optional(check.seconds),
  now: check.secondsOrNow,
  skew,
} satisfies Fields<verifyDeclaration.Options>)

export declare namespace verifyDeclaration {
  type Options = {
    /** What witnesses said; at most 64. */
    readonly witnesses?: readonly Input[]
    /** What must be declared as a whole, for `declared`. */
    readonly capability?: string
    /** When, for `declared`. */
    readonly at?: Date
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
  }
}

/**
 * The id of a declaration: a hash of all of it.
 *
 * @example
 * ```ts
 * Identity.negative.declarationId(word) // 'negative:…'
 * ```
 */
export function declarationId(declaration: Input): string {
  const { text } = receive(declaration, 'declaration')
  return call((engine) => engine.negativeId(text))
}
