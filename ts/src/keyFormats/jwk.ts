/**
 * JSON Web Keys (RFC 7517, 7518, 8037, 8812), their sets and thumbprints (RFC 7638).
 *
 * A JWK is taken as JSON text, which is read strictly, or as an object. Numbers must have the width of their curve;
 * `alg`, `use` and `key_ops` must fit the key; other members are ignored.
 *
 * @module
 */

import { receive } from '../document.js'
import { jwkPublic, jwkSecret } from '../engine/hot/jwk.js'
import { call } from '../engine/slot.js'
import type { akpAlgorithms, ecKeyTypes, okpKeyTypes } from '../generated/keys.js'
import { fromKeyBytes, type KeyType, keyBytes, type PublicKey, sourceParts, tags } from '../key.js'
import { handleOf, type LocalAgreement, type LocalSigner, typeOf } from '../signing.js'
import { adoptAgreement, adoptSigner } from './adopt.js'

/** A JWK as it comes in: JSON text, or the object. */
export type JwkInput = string | { readonly [member: string]: unknown }

/** A public key as a JWK. */
export type PublicJwk =
  | { readonly kty: 'OKP'; readonly crv: OkpType; readonly x: string }
  | { readonly kty: 'EC'; readonly crv: EcType; readonly x: string; readonly y: string }
  | { readonly kty: 'AKP'; readonly alg: AkpAlgorithm; readonly pub: string }

type OkpType = (typeof okpKeyTypes)[number]
type EcType = (typeof ecKeyTypes)[number]
type AkpAlgorithm = (typeof akpAlgorithms)[number]

/** A secret key as a JWK. */
export type PrivateJwk =
  | (Exclude<PublicJwk, { kty: 'AKP' }> & { readonly d: string })
  | (Extract<PublicJwk, { kty: 'AKP' }> & { readonly priv: string })

/** A key of a JWK set. */
export type SetKey = { readonly key: PublicKey; readonly kid?: string; readonly alg?: string }

/**
 * Writes a public key as a JWK: only the members that make the key, no `kid`, `alg` or `use`.
 *
 * @example
 * ```ts
 * Keys.toJwk(signer.publicKey) // { crv: 'Ed25519', kty: 'OKP', x: '11qYAYKx…' }
 * ```
 */
export function toJwk(key: PublicKey): PublicJwk {
  const { type, bytes } = sourceParts(key)
  return call(
    (engine) =>
      publicMembers(type, jwkPublic(engine.hot, tags[type], bytes)) ??
      JSON.parse(engine.jwkPublicToText(keyBytes({ type, bytes }))),
  )
}

/**
 * Reads a public key from a JWK.
 *
 * @example
 * ```ts
 * const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
 * const key = Keys.publicKeyFromJwk({ kty: 'OKP', crv: 'Ed25519', x })
 * ```
 *
 * @throws `ERR_JWK_PRIVATE` for a private or symmetric key; `ERR_JWK_UNSUPPORTED`, `ERR_JWK_MEMBER`,
 * `ERR_JWK_INCONSISTENT`, `ERR_ENCODING_MALFORMED`, `ERR_BYTES_LENGTH`; as `Keys.publicKey` for a
 * point that does not hold; the `ERR_JSON_` codes for text.
 */
export function publicKeyFromJwk(jwk: JwkInput): PublicKey {
  const { text } = receive(jwk, 'jwk')
  return fromKeyBytes(call((engine) => engine.jwkPublicFromText(text)))
}

/**
 * Reads the public keys of a JWK set. Keys of unknown kinds are skipped. A set with a private or symmetric key, or with
 * two keys of one `kid`, is refused.
 *
 * @example
 * ```ts
 * const keys = Keys.publicKeysFromJwks(await response.text())
 * ```
 *
 * @throws `ERR_JWK_DUPLICATE_KID`; as {@link publicKeyFromJwk}.
 */
export function publicKeysFromJwks(set: JwkInput): SetKey[] {
  const { text } = receive(set, 'set')
  const rows = JSON.parse(call((engine) => engine.jwkSetFromText(text))) as Row[]
  return rows.map(({ publicKeyMultibase, ...rest }) => ({
    key: fromKeyBytes(call((engine) => engine.multikeyDecode(publicKeyMultibase))),
    ...rest,
  }))
}

type Row = { readonly publicKeyMultibase: string; readonly kid?: string; readonly alg?: string }

/**
 * Imports a signing key from a private JWK. Its public half must be there and belong to it.
 *
 * @example
 * ```ts
 * using signer = Keys.signerFromJwk(await readFile('key.jwk', 'utf8'))
 * ```
 *
 * @throws `ERR_KEY_PAIR_MISMATCH`; `ERR_JWK_MEMBER` for a public JWK; `ERR_KEY_ALGORITHM` for a key
 * that does not sign; `ERR_KEY_SCALAR_RANGE`; as {@link publicKeyFromJwk}.
 */
export function signerFromJwk(jwk: JwkInput, options: signerFromJwk.Options = {}): LocalSigner {
  const { text } = receive(jwk, 'jwk')
  return adoptSigner(options, (engine) => engine.jwkSecretFromText(text))
}

export declare namespace signerFromJwk {
  type Options = adoptSigner.Options
}

/**
 * Imports an X25519 key from a private JWK.
 *
 * @throws `ERR_KEY_ALGORITHM` for a key of another type; as {@link signerFromJwk}.
 */
export function agreementFromJwk(jwk: JwkInput): LocalAgreement {
  const { text } = receive(jwk, 'jwk')
  return adoptAgreement((engine) => engine.jwkSecretFromText(text))
}

/**
 * Exports the secret of a local key as a JWK. Dangerous: whoever has it is that identity, and JavaScript cannot wipe
 * it.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportJwk(key: LocalSigner | LocalAgreement): PrivateJwk {
  return handleOf(key).use(
    (engine, id) =>
      privateMembers(typeOf(key), jwkSecret(engine.hot, id)) ??
      JSON.parse(engine.jwkSecretToText(id)),
  )
}

/** The members around the numbers of the hot lane, if it gave them. */
function publicMembers(type: KeyType, numbers: string[] | undefined): PublicJwk | undefined {
  const [x, y] = numbers ?? []
  if (x === undefined) return undefined
  if (y === undefined) return { crv: type as OkpType, kty: 'OKP', x }
  return { crv: type as EcType, kty: 'EC', x, y }
}

function privateMembers(type: KeyType, numbers: string[] | undefined): PrivateJwk | undefined {
  const [x, second, third] = numbers ?? []
  if (x === undefined || second === undefined) return undefined
  if (third === undefined) return { crv: type as OkpType, d: second, kty: 'OKP', x }
  return { crv: type as EcType, d: third, kty: 'EC', x, y: second }
}

/**
 * The thumbprint of a key (RFC 7638): SHA-256 over its required members, in base64url.
 *
 * @example
 * ```ts
 * Keys.thumbprint(signer.publicKey) // 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
 * ```
 */
export function thumbprint(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.jwkThumbprint(engine.jwkPublicToText(bytes)))
}

/**
 * The thumbprint of any JWK: EC, OKP, RSA, AKP and oct. The thumbprint of a private key is that of its public half. The
 * thumbprint of a symmetric key reveals something about the secret, so keep it secret too.
 *
 * @throws `ERR_JWK_UNSUPPORTED`, `ERR_JWK_MEMBER`, `ERR_ENCODING_MALFORMED`, `ERR_BYTES_LENGTH`.
 */
export function jwkThumbprint(jwk: JwkInput): string {
  const { text } = receive(jwk, 'jwk')
  return call((engine) => engine.jwkThumbprint(text))
}
