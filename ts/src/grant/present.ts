/**
 * Shows to one verifier that somebody holds a chain, for a short time or for one HTTP request.
 *
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, optional, printOptions, shape, withDefault } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import type { Signed, Signer } from '../signing.js'
import { chainText, nonceText, signerOf } from './common.js'
import type { ChainInput, Presentation } from './types.js'

/** How long a presentation holds by default, in seconds. */
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

/** A request as it was read. @internal */
export type Bound = { readonly method: string; readonly url: string; readonly body: Uint8Array }

const readRequest = shape({
  method: check.text,
  url: check.text,
  body: (value, name) => (value === undefined ? new Uint8Array() : check.bytes(value, name)),
} satisfies Fields<RequestBinding>)

/** A request that may be named. @internal */
export const request: Field<Bound | undefined> = optional((value, name) =>
  readRequest(check.record(value, name), name),
)

const readOptions = shape({
  audience: check.text,
  nonce: nonceText,
  lifetime: withDefault(check.integer, defaultLifetime),
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
 * @throws `ERR_ARGUMENT` for a lifetime of zero; `ERR_GRANT_HOLDER` for another signer; `ERR_GRANT_MALFORMED`;
 * `ERR_SIGNER_INVALID`.
 */
export function present<S extends Signer>(
  chain: ChainInput,
  signer: S,
  options: present.Options,
): Signed<S, Presentation> {
  const { text } = chainText(chain)
  const { audience, nonce, lifetime, now, ...rest } = readOptions(options)
  const { request, body } = split(rest.request)
  const draft = {
    ...signerOf(signer),
    audience,
    nonce,
    issued: now,
    lifetime,
    ...request,
  }
  const record = printOptions(draft)
  return signJson(signer, (engine) => engine.grantUnsigned(engine.grantPresent(text, record, body)))
}

export declare namespace present {
  type Options = {
    /** Whom it is for: the verifier's own name. */
    readonly audience: string
    /** The nonce that the verifier gave out. Default: 16 random bytes, for a verifier that remembers nonces. */
    readonly nonce?: Uint8Array
    /** Seconds until it expires. Default: {@link defaultLifetime}. */
    readonly lifetime?: number
    /** The one request that it is for. */
    readonly request?: RequestBinding
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** A request as the engine compares it: its body stands apart. @internal */
export function split(request: Bound | undefined): { request: object; body: Uint8Array } {
  if (request === undefined) return { request: {}, body: new Uint8Array() }
  const { body, ...named } = request
  return { request: { request: named }, body }
}
