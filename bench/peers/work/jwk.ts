/**
 * Private JWKs of a secret, for peers that take no raw one.
 *
 * @module
 */

import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'

const text = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')

export type Jwk = { kty: string; crv: string; x: string; y?: string; d: string }

export function ed25519Jwk(secret: Uint8Array): Jwk {
  const x = text(ed25519.getPublicKey(secret))
  return { kty: 'OKP', crv: 'Ed25519', x, d: text(secret) }
}

export function p256Jwk(secret: Uint8Array): Jwk {
  const point = p256.getPublicKey(secret, false)
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))]
  return { kty: 'EC', crv: 'P-256', x, y, d: text(secret) }
}
