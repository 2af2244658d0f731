/**
 * JWS under a shared secret: `HS256`, `HS384`, `HS512` (RFC 7518, section 3.2).
 *
 * Dangerous: whoever can check such a signature can make one, so it proves no
 * identity. `Jws.verify` never accepts it.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { jwsHmacAlgorithms } from '../generated/names.js'
import { writtenFields } from '../jws/form.js'
import type { sign as signJws } from '../jws.js'
import { type Fields, optional, shape } from '../shape.js'

export { jwsHmacAlgorithms as algorithms } from '../generated/names.js'

/** An algorithm. */
export type Algorithm = (typeof jwsHmacAlgorithms)[number]

/**
 * Makes a JWS with a secret of at least the length of the hash.
 *
 * @example
 * ```ts
 * const jws = JwsHmac.sign(payload, secret, { algorithm: 'HS256' })
 * ```
 *
 * @throws `ERR_JWS_ALGORITHM` for a secret that is too short, or a header that names another algorithm;
 * `ERR_JWS_HEADER`, `ERR_JWS_CRIT`, `ERR_JWS_PAYLOAD`.
 */
export function sign(payload: Uint8Array, secret: Uint8Array, options: sign.Options): string {
  // First: a getter could take away the memory of what is checked before.
  const { algorithm, header, form, detached, unprotected } = readSign(options)
  const bytes = check.bytes(payload, 'payload')
  const key = check.bytes(secret, 'secret')
  return call((engine) =>
    engine.jwsHmacSign(algorithm, key, header, bytes, form, detached, unprotected),
  )
}

const readSign = shape({
  ...writtenFields,
  algorithm: (value, name) => check.oneOf(value, name, jwsHmacAlgorithms),
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = signJws.Options & { readonly algorithm: Algorithm }
}

/**
 * Verifies a JWS of one signature and gives its payload.
 *
 * @example
 * ```ts
 * const k = Encoding.base64url.encode(secret)
 * const payload = JwsHmac.verify(jws, { jwks: { kty: 'oct', k } })
 * ```
 *
 * @param secrets - An `oct` JWK or a set of them, as text or object.
 *
 * @throws `ERR_JWS_SIGNATURE`, `ERR_JWS_KEY`, `ERR_JWS_ALGORITHM`; as `Jws.verify`.
 */
export function verify(
  jws: string | Uint8Array | object,
  secrets: { readonly jwks: string | object },
  options: verify.Options = {},
): Uint8Array {
  const { text } = receive(jws, 'jws')
  const { jwks } = readSecrets(check.record(secrets, 'secrets'), 'secrets')
  const { payload } = readVerify(options)
  const bytes = payload ?? new Uint8Array()
  return call((engine) => engine.jwsHmacVerify(text, payload !== undefined, bytes, jwks))
}

const readSecrets = shape({ jwks: (value, name) => receive(value, name).text })

const readVerify = shape({
  payload: optional((value, name) => check.bytes(value, name)),
} satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = {
    /** The payload of a detached JWS. */
    readonly payload?: Uint8Array
  }
}
