/**
 * Showing that one holds a chain, to one verifier, for one moment, or for one HTTP request.
 *
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'
import { markOnce, type ReplayStore } from '../replay.js'
import type { Signed, Signer } from '../signing.js'
import { chainText, defaultSkew, nonceText, signerOf, signRecord, time } from './common.js'
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
  const issued = time(options.now)
  const { request, body } = bound(options.request)
  const draft = {
    ...signerOf(signer),
    audience: check.text(options.audience, 'audience'),
    nonce: nonceText(options.nonce),
    issued,
    expires: issued + check.integer(options.lifetime ?? defaultLifetime, 'lifetime', 1),
    ...request,
  }
  const made = call((engine) => engine.grantPresent(text, print(draft, 'options'), body))
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
  const chain = chainText(options.chain)
  const { text, body } = expectation(options, options.now)
  const facts = JSON.parse(
    call((engine) => engine.grantVerifyPresentation(record.text, chain.text, text, body)),
  ) as { holder: string; key: string; grant: string; nonce: string; expires: number }
  const proven = {
    ...facts,
    key: fromKeyBytes(call((engine) => engine.multikeyDecode(facts.key))),
    expires: new Date(facts.expires * 1000),
    parsed: record.parsed || chain.parsed,
  }
  if (options.replay === undefined) return proven
  const end = facts.expires + (options.skew ?? defaultSkew)
  return markOnce(options.replay, facts.nonce, end).then(() => proven)
}

export declare namespace verifyPresentation {
  type Options = PresentationPolicy & {
    /** The chain that is presented. */
    readonly chain: ChainInput
  }
}

/** What the engine compares a presentation with. @internal */
export function expectation(
  policy: PresentationPolicy,
  now: Date | undefined,
): { text: string; body: Uint8Array } {
  if (policy.nonce === undefined && policy.replay === undefined)
    throw check.wrong('nonce', 'given, unless `replay` remembers nonces', policy.nonce)
  const { request, body } = bound(policy.request)
  const text = print(
    {
      audience: check.text(policy.audience, 'audience'),
      ...(policy.nonce !== undefined && { nonce: nonceText(policy.nonce) }),
      ...request,
      now: time(now),
      ...(policy.skew !== undefined && { skew: check.integer(policy.skew, 'skew', 0, 86_400) }),
    },
    'options',
  )
  return { text, body }
}

function bound(request: RequestBinding | undefined): {
  request: { request?: { method: string; url: string } }
  body: Uint8Array
} {
  if (request === undefined) return { request: {}, body: new Uint8Array() }
  const { method, url, body } = check.record(request, 'request')
  return {
    request: {
      request: {
        method: check.text(method, 'request.method'),
        url: check.text(url, 'request.url'),
      },
    },
    body: check.bytes(body ?? new Uint8Array(), 'request.body'),
  }
}
