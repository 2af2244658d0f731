/**
 * Showing that one holds a chain, to one verifier, for one moment, or for one HTTP request.
 *
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Field, type Fields, optional, type Read, shape, withDefault } from '../shape.js'
import type { Signed, Signer } from '../signing.js'
import { type Trust, trustText } from '../trust.js'
import { chainText, nonceText, signerOf, signRecord, skewSeconds } from './common.js'
import type { ChainInput, Input, Presentation } from './types.js'

/** Time in which a presentation holds where no other is given, in seconds. */
export const defaultLifetime = 60

/** An HTTP request to which a presentation is bound. */
export type RequestBinding = {
  /** As it is sent: `POST`. */
  readonly method: string
  /** The whole URL, byte for byte, as the client sees it. */
  readonly url: string
  /** The body as it is sent. Default: none. */
  readonly body?: Uint8Array
}

type Bound = { readonly method: string; readonly url: string; readonly body: Uint8Array }

const readRequest = shape({
  method: check.text,
  url: check.text,
  body: (value, name) => (value === undefined ? new Uint8Array() : check.bytes(value, name)),
} satisfies Fields<RequestBinding>)

const request: Field<Bound | undefined> = optional((value, name) =>
  readRequest(check.record(value, name), name),
)

const readOptions = shape({
  audience: check.text,
  nonce: nonceText,
  lifetime: withDefault((value, name) => check.integer(value, name, 1), defaultLifetime),
  request,
  now: check.secondsOrNow,
} satisfies Fields<present.Options>)

/**
 * Shows that `signer` holds the last key of `chain`. At once for a local signer.
 *
 * @example
 * ```ts
 * const presentation = Grant.present(chain, helper, { audience: 'https://api.example', nonce })
 * ```
 *
 * @throws `ERR_GRANT_HOLDER` for another signer; `ERR_GRANT_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function present<S extends Signer>(
  chain: ChainInput,
  signer: S,
  options: present.Options,
): Signed<S, Presentation> {
  const { text } = chainText(chain)
  const { audience, nonce, lifetime, now, ...given } = readOptions(options)
  const { request, body } = split(given.request)
  const draft = {
    ...signerOf(signer),
    audience,
    nonce,
    issued: now,
    expires: now + lifetime,
    ...request,
  }
  const record = print(draft, 'options')
  const made = call((engine) => engine.grantPresent(text, record, body))
  return signRecord(signer, made)
}

export declare namespace present {
  type Options = {
    /** Whom it is for: the verifier's own name. */
    readonly audience: string
    /** What the verifier gave out. Default: 16 random bytes, for a verifier that remembers nonces. */
    readonly nonce?: Uint8Array
    /** Seconds until it expires. Default: {@link defaultLifetime}. */
    readonly lifetime?: number
    /** The one request that it is for. */
    readonly request?: RequestBinding
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** What a verifier expects of a presentation. */
export type PresentationPolicy = {
  /** The verifier's own name. */
  readonly audience: string
  /** The nonce that it gave out. */
  readonly nonce?: Uint8Array
  /** Where nonces are remembered; needed where none was given out. */
  readonly replay?: ReplayStore
  /** The request that came. A presentation for a request holds for no other. */
  readonly request?: RequestBinding
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: 60. */
  readonly skew?: number
}

/** What a presentation proves: who holds the chain. Whether the chain holds is another question. */
export type Presented = {
  /** DID of the last subject. */
  readonly holder: string
  readonly key: PublicKey
  /** Id of the last grant. */
  readonly grant: string
  readonly nonce: string
  readonly expires: Date
  /** Whether parsed objects were given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies that the holder of `chain` made a presentation, for this verifier.
 *
 * With a {@link ReplayStore} the nonce is marked as used after all else held, and a promise is given.
 * It costs one signature check.
 *
 * Costs at most 1 signature check: the chain is not verified here.
 *
 * @example
 * ```ts
 * const { holder } = Grant.verifyPresentation(text, { chain, audience: 'https://api.example', nonce })
 * ```
 *
 * @throws `ERR_GRANT_HOLDER`, `ERR_GRANT_AUDIENCE`, `ERR_GRANT_NONCE`, `ERR_GRANT_REQUEST`,
 * `ERR_GRANT_NOT_YET`, `ERR_GRANT_EXPIRED`, `ERR_GRANT_SIGNATURE`; `ERR_REPLAY`; `ERR_ARGUMENT` without
 * `nonce` and `replay`.
 */
export function verifyPresentation(
  presentation: Input,
  options: verifyPresentation.Options & { readonly replay: ReplayStore },
): Promise<Presented>
export function verifyPresentation(
  presentation: Input,
  options: verifyPresentation.Options,
): Presented
export function verifyPresentation(
  presentation: Input,
  options: verifyPresentation.Options,
): Presented | Promise<Presented> {
  const record = received(presentation, 'presentation')
  const { chain, trust, ...policy } = readPolicy(options)
  const { text, body } = expectation(policy)
  const facts = JSON.parse(
    call((engine) => engine.grantVerifyPresentation(record.text, chain.text, trust, text, body)),
  ) as Facts
  const proven = {
    holder: facts.holder,
    key: fromKeyBytes(call((engine) => engine.multikeyDecode(facts.key))),
    grant: facts.grant,
    nonce: facts.nonce,
    expires: new Date(facts.expires * 1000),
    parsed: record.parsed || chain.parsed,
  }
  if (policy.replay === undefined) return proven
  const { mark, until, sender } = facts.replay
  return markOnce(policy.replay, mark, until, sender).then(() => proven)
}

type Facts = Omit<Presented, 'key' | 'expires' | 'parsed'> & {
  readonly key: string
  readonly expires: number
  readonly replay: ReplayMark
}

export declare namespace verifyPresentation {
  type Options = PresentationPolicy & {
    /** The chain that is presented. */
    readonly chain: ChainInput
    /**
     * What is known of the holder's key, if anything is: one that is listed here holds as it is listed, for
     * `capabilityInvocation`, or is `ERR_GRANT_HOLDER`. Whom the chain is from is for `Grant.verifyChain`.
     */
    readonly trust?: Trust
  }
}

/** The fields of a {@link PresentationPolicy}. @internal */
export const expectedFields: {
  readonly audience: Field<string>
  readonly nonce: Field<string | undefined>
  readonly replay: Field<ReplayStore | undefined>
  readonly request: Field<Bound | undefined>
  readonly now: Field<number | undefined>
  readonly skew: Field<number | undefined>
} = {
  audience: check.text,
  nonce: optional(nonceText),
  replay: optional((value, name) => check.record(value, name) as unknown as ReplayStore),
  request,
  now: optional(check.seconds),
  skew: skewSeconds,
} satisfies Fields<PresentationPolicy>

const readPolicy = shape({
  ...expectedFields,
  chain: (value) => chainText(value),
  trust: (value) => (value === undefined ? '{}' : trustText(value as Trust)),
} satisfies Fields<verifyPresentation.Options>)

/** What the engine compares a presentation with. @internal */
export function expectation(policy: Read<typeof expectedFields>): {
  text: string
  body: Uint8Array
} {
  const { audience, nonce, replay, skew } = policy
  if (nonce === undefined && replay === undefined)
    throw check.wrong('nonce', 'a string, unless `replay` remembers nonces', nonce)
  const { request, body } = split(policy.request)
  const now = policy.now ?? check.secondsOrNow(undefined, 'now')
  return { text: print({ audience, nonce, ...request, now, skew }, 'options'), body }
}

function split(request: Bound | undefined): { request: object; body: Uint8Array } {
  if (request === undefined) return { request: {}, body: new Uint8Array() }
  const { body, ...named } = request
  return { request: { request: named }, body }
}
