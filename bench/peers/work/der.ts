/**
 * The constant beginnings of keys in DER (RFC 8410, RFC 5480, RFC 5915), before their raw bytes.
 *
 * @module
 */

import type { Type } from './signatures.js'

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16))

const spki: Readonly<Record<Type | 'X25519', Uint8Array>> = {
  Ed25519: hex('302a300506032b6570032100'),
  X25519: hex('302a300506032b656e032100'),
  'P-256': hex('3039301306072a8648ce3d020106082a8648ce3d030107032200'),
  secp256k1: hex('3036301006072a8648ce3d020106052b8104000a032200'),
}

const pkcs8: Readonly<Record<Type | 'X25519', Uint8Array>> = {
  Ed25519: hex('302e020100300506032b657004220420'),
  X25519: hex('302e020100300506032b656e04220420'),
  'P-256': hex('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420'),
  secp256k1: hex('303e020100301006072a8648ce3d020106052b8104000a042730250201010420'),
}

const join = (head: Uint8Array, tail: Uint8Array) => {
  const both = new Uint8Array(head.length + tail.length)
  both.set(head)
  both.set(tail, head.length)
  return both
}

/** A public key, of 32 bytes or a compressed point, as SPKI. */
export function publicDer(type: Type | 'X25519', raw: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(spki[type], raw)
}

/** A secret of 32 bytes as PKCS#8 without its public half. */
export function privateDer(type: Type | 'X25519', secret: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(pkcs8[type], secret)
}
