/**
 * The public API in the forms that vectors need: bytes in, bytes out, and no secret left open.
 *
 * @module
 */

import { type Api, attempt } from './case.js'
import { parsed, text } from './schema.js'

type Row = Record<string, unknown>

export type PublicKey = ReturnType<Api['Keys']['publicKey']>
export type KeyName = 'Ed25519' | 'secp256k1' | 'P-256' | 'X25519'
type Local<T extends KeyName> = ReturnType<typeof import('countersign').Keys.fromSecret<T>>

/** Uses a secret as a local key, and closes it. */
export function withSecret<T extends KeyName, R>(
  api: Api,
  type: T,
  secret: Uint8Array,
  use: (key: Local<T>) => R,
): R {
  return closing(api.Keys.fromSecret(type, secret), use)
}

export function importPem(api: Api, pem: string): PublicKey {
  return api.Keys.publicKeyFromPem(pem)
}

/** A JWK as the vector has it: an object, or text that is for the library to read. */
export type Jwk = Row | string

export function importJwk(api: Api, jwk: unknown): PublicKey {
  return api.Keys.publicKeyFromJwk(jwk as Jwk)
}

/** DER as PEM. */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

type Opened = { readonly publicKey: PublicKey }

/** Uses a private JWK of any type. */
export function importJwkSecret<R>(api: Api, jwk: Jwk, use: (key: Opened) => R): R {
  const members = typeof jwk === 'string' ? parsed(jwk) : jwk
  if (members?.['crv'] === 'X25519') return closing(api.Keys.agreementFromJwk(jwk), use)
  return closing(api.Keys.signerFromJwk(jwk), use)
}

/** Uses a private JWK of a signing key. */
export function importJwkSigner<R>(api: Api, jwk: Row, use: (key: Local<'Ed25519'>) => R): R {
  return closing(api.Keys.signerFromJwk(jwk), use)
}

/** Uses a private key in PEM: a signing key, or one for agreement. */
export function importPemSecret<R>(api: Api, pem: string, use: (key: Opened) => R): R {
  const signer = attempt(() => api.Keys.signerFromPem(pem))
  return 'value' in signer
    ? closing(signer.value, use)
    : closing(api.Keys.agreementFromPem(pem), use)
}

export function closing<K extends { close(): void }, R>(key: K, use: (key: K) => R): R {
  try {
    return use(key)
  } finally {
    key.close()
  }
}

export function thumbprint(api: Api, jwk: Jwk): string {
  return api.Keys.jwkThumbprint(jwk)
}

/** A secret of a Multikey pair: two bytes of codec, then the scalar or seed. */
export function multikeySecret<R>(
  api: Api,
  multibase: string,
  use: (key: Local<'Ed25519' | 'secp256k1' | 'P-256'>) => R,
): R {
  const { bytes } = api.Encoding.multibase.decode(multibase)
  const type = { 4864: 'Ed25519', 4865: 'secp256k1', 4870: 'P-256' }[
    api.Encoding.varint.decode(bytes.subarray(0, 2)).value
  ]
  if (type === undefined) throw new Error('no secret key of ours')
  return withSecret(api, type as 'Ed25519', bytes.subarray(2), use)
}

/** Key types by their multicodec names. */
export const typesByCodec: Readonly<Record<string, KeyName>> = {
  'ed25519-pub': 'Ed25519',
  'secp256k1-pub': 'secp256k1',
  'p256-pub': 'P-256',
  'x25519-pub': 'X25519',
}

/** Some key of a type. */
export function keyOf(api: Api, type: KeyName): PublicKey {
  return withSecret(api, type, new Uint8Array(32).fill(7), (key) => key.publicKey)
}

/** Reads `codec ‖ raw` as Multikey text. */
export function decodeMultikey(api: Api, codec: Uint8Array, raw: Uint8Array): PublicKey {
  return api.Keys.fromMultikey(
    api.Encoding.multibase.encode(Uint8Array.from([...codec, ...raw]), 'base58btc'),
  )
}

export function agree(
  api: Api,
  type: 'secp256k1' | 'P-256' | 'X25519',
  secret: Uint8Array,
  other: PublicKey,
): Uint8Array {
  return api.Ecdh.agree({ type, secret, publicKey: other })
}

export function agreePem(api: Api, pem: string, other: PublicKey): Uint8Array {
  return closing(api.Keys.agreementFromPem(pem), (key) => key.sharedSecret(other))
}

/** With a private JWK: X25519 keys agree as handles, curve keys by their scalar. */
export function agreeJwk(api: Api, jwk: Row, other: PublicKey): Uint8Array {
  if (jwk['kty'] === 'OKP')
    return closing(api.Keys.agreementFromJwk(jwk), (key) => key.sharedSecret(other))
  const type = importJwkSecret(api, jwk, (key) => key.publicKey.type)
  return agree(api, type as 'P-256', api.Encoding.base64url.decode(text(jwk, 'd')), other)
}

export function hkdf(
  api: Api,
  input: { secret: Uint8Array; salt: Uint8Array; info: Uint8Array; length: number },
): Uint8Array {
  return api.Hkdf.derive(input)
}

export function hmac(api: Api, key: Uint8Array, message: Uint8Array): Uint8Array {
  return api.Hmac.tag({ key, message })
}

export function hmacVerify(
  api: Api,
  key: Uint8Array,
  message: Uint8Array,
  tag: Uint8Array,
): boolean {
  return api.Hmac.verify({ key, message, tag })
}

export function signDigest(
  api: Api,
  type: 'secp256k1' | 'P-256',
  secret: Uint8Array,
  digest: Uint8Array,
): Uint8Array {
  return api.Ecdsa.signDigest({ type, secret, digest })
}

export function verifyDigest(
  api: Api,
  publicKey: PublicKey,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  return api.Ecdsa.verifyDigest({ publicKey, digest, signature })
}

/** SAGE's signature: Keccak-256, with the recovery id. */
export function signRecoverable(api: Api, secret: Uint8Array, message: Uint8Array): Uint8Array {
  const key = api.Keys.fromSecret('secp256k1', secret, { algorithm: 'ecdsa-secp256k1-keccak256' })
  return closing(key, () => key.signRecoverable(message))
}

/** Whether 65 bytes recover this key. */
export function recovers(
  api: Api,
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const algorithm = 'ecdsa-secp256k1-keccak256'
  const { bytes } = api.Keys.recover({ algorithm, message, signature, highS: 'accept' })
  return Buffer.from(bytes).equals(api.Keys.publicKey({ type: 'secp256k1', bytes: key }).bytes)
}

export function marshal(api: Api, key: PublicKey): Uint8Array {
  return api.Sage.Keys.marshal(key)
}

export function unmarshal(api: Api, name: string, bytes: Uint8Array): PublicKey {
  return api.Sage.Keys.unmarshal(bytes, name as 'ed25519')
}

export function keyId(api: Api, key: PublicKey): string {
  return api.Sage.Keys.keyId(key)
}

export type AeadName = import('countersign/hazmat').Aead.Algorithm

/** Both directions of a cipher under one key and nonce. */
export function aead(
  api: Api,
  algorithm: AeadName,
  fixed: { key: Uint8Array; nonce: Uint8Array; associatedData: Uint8Array },
): { seal(plaintext: Uint8Array): Uint8Array; open(sealed: Uint8Array): Uint8Array } {
  return {
    seal: (plaintext) => api.Aead.seal({ algorithm, ...fixed, plaintext }),
    open: (sealed) => api.Aead.open({ algorithm, ...fixed, sealed }),
  }
}
