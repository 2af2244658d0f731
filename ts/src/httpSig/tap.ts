/**
 * Trusted Agent Protocol: an agent comes to a shop, and says whether it browses or pays.
 *
 * Covered are authority and path at least; `created`, `expires`, `keyid`, `alg` and a nonce are needed,
 * and the window is at most 8 minutes. The body is not covered unless `components` says so: see
 * `uncovered` in the result.
 *
 * @module
 */

import * as check from '../check.js'
import { profileTags } from '../generated/http.js'
import type { HostRequest } from '../host.js'
import { type Fields, optional, shape } from '../shape.js'
import type { Signed, Signer } from '../signing.js'
import { checkTrusted, type TrustSource, type Verified, verifyAs } from './accept.js'
import { signAs } from './make.js'
import type { PlainRequest } from './message.js'
import { signFields, verifyFields, without } from './options.js'

/** What an agent may come for, and the tag of each. */
export const purposes: {
  readonly browse: Tags['tap-browser']
  readonly pay: Tags['tap-payer']
} = { browse: profileTags['tap-browser'], pay: profileTags['tap-payer'] }

type Tags = typeof profileTags

/** What an agent comes for. */
export type TapPurpose = keyof typeof purposes

/** How long a request holds by default, in seconds. */
export const defaultLifetime = 300

/**
 * Signs a request.
 *
 * @example
 * ```ts
 * const signed = await HttpSig.tap.sign(request, signer, { keyid, intent: 'browse' })
 * ```
 *
 * @throws as `HttpSig.sign`; `ERR_HTTP_SIG_TIME` for a window over 8 minutes.
 */
export function sign(
  message: HostRequest,
  signer: Signer,
  options: sign.Options,
): Promise<HostRequest>
export function sign<S extends Signer>(
  message: PlainRequest,
  signer: S,
  options: sign.Options,
): Signed<S, PlainRequest>
export function sign(message: unknown, signer: Signer, options: sign.Options): unknown {
  const { intent, created, ...rest } = shapeOfSign(check.record(options, 'options'))
  const expires = rest.expires ?? created + defaultLifetime
  return signAs(intent, message, signer, { ...rest, created, expires, tag: undefined })
}

const shapeOfSign = shape({
  ...without(signFields, 'tag'),
  keyid: check.text,
  intent: profile,
  created: check.secondsOrNow,
  nonce: optional(check.text),
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = Omit<signAs.Options, 'keyid' | 'nonce' | 'created' | 'tag'> & {
    readonly keyid: string
    /** What for. */
    readonly intent: TapPurpose
    /** Default: now. */
    readonly created?: Date
    /** Default: 24 random bytes in base64url. */
    readonly nonce?: string
  }
}

/**
 * Verifies a request. Give a `replay` store: without one, nobody notices a nonce that comes twice.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise.
 *
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_TAG` for a request of another intent.
 */
export async function verify(
  message: HostRequest | PlainRequest,
  trust: TrustSource,
  options: verify.Options,
): Promise<Verified> {
  const trusted = checkTrusted(trust)
  const { intent, ...rest } = shapeOfVerify(check.record(options, 'options'))
  return verifyAs(intent, message, trusted, rest)
}

const shapeOfVerify = shape({
  ...verifyFields,
  intent: profile,
} satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = verifyAs.Options & {
    /** What the request must be for. */
    readonly intent: TapPurpose
  }
}

function profile(intent: unknown, name: string): 'tap-browser' | 'tap-payer' {
  return check.oneOf(intent, name, ['browse', 'pay']) === 'pay' ? 'tap-payer' : 'tap-browser'
}
