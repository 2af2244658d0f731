/**
 * libp2p: PeerIds, keys as protobufs, and signatures. Reading is strict: one key has one encoding.
 *
 * | Key | Type in libp2p | PeerId | The PeerId holds the key |
 * | --- | --- | --- | --- |
 * | `Ed25519` | 1 | `12D3KooW…` | yes |
 * | `secp256k1` | 2 | `16Uiu2HA…` | yes |
 * | `P-256` | 3, ECDSA | `Qm…` | no: it is a hash |
 * | `ML-DSA-87` | 4, of libp2p-identity-pqc only | `Qm…` | no: it is a hash |
 * | RSA | 0 | `Qm…`, by {@link fromEncodedKey} | no: it is a hash |
 *
 * `rust/core/src/peer.rs` lists the protobuf encodings that libp2p reads and this module refuses.
 *
 * @module
 */

import * as check from './check.js'
import type { Did } from './did.js'
import { call } from './engine/slot.js'
import { cidBases as bases } from './generated/names.js'
import { fromKeyBytes, type KeyType, keyBytes, type PublicKey } from './key.js'
import { type Fields, shape, withDefault } from './shape.js'

export * from './peer/keypair.js'
export * from './peer/signature.js'

/** What a PeerId is. */
export type Id = {
  /** The multihash in base58btc: `12D3KooW…`, `16Uiu2HA…` or `Qm…`. */
  readonly id: string
  /** The same as a CIDv1 in base 32: `bafz…` or `bafzb…`. */
  readonly cid: string
  /** `identity`: it holds the key. `sha2-256`: it is a hash, and the key must come with it. */
  readonly hash: 'identity' | 'sha2-256'
  /** The type of the key that it holds. */
  readonly keyType?: KeyType
}

/**
 * The PeerId of a key.
 *
 * @example
 * ```ts
 * Peer.fromKey(signer.publicKey) // '12D3KooWQK1wnefoLrcVHbbnf5tLzbopUd3K3bFAoJpA7YJgL5pV'
 * ```
 *
 * @throws `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
 */
export function fromKey(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.peerFromKey(bytes))
}

/**
 * The PeerId of a key in the form of {@link encodePublicKey}, an RSA key among them.
 *
 * @throws As {@link decodePublicKey}; of an RSA key `ERR_DER_MALFORMED`, `ERR_DER_ALGORITHM`, and
 * `ERR_PEER_KEY_MALFORMED` for a modulus under 2,048 or over 8,192 bits.
 */
export function fromEncodedKey(encoded: Uint8Array): string {
  const bytes = check.bytes(encoded, 'encoded')
  return call((engine) => engine.peerFromEncodedKey(bytes))
}

/**
 * Reads a PeerId: base58btc, or a CIDv1 in base 32, 36, 58, 16 or 64 (URL), of codec libp2p-key.
 *
 * @example
 * ```ts
 * const { id, hash } = Peer.parse('bafzbeie5745rpv2m6tjyuugywy4d5ewrqgqqhfnf445he3omzpjbx5xqxe')
 * // id is 'QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N', hash is 'sha2-256'
 * ```
 *
 * @throws `ERR_PEER_ID_MALFORMED`, `ERR_ENCODING_MALFORMED`, `ERR_LIMIT_EXCEEDED`; as
 * {@link decodePublicKey} for the key in it.
 */
export function parse(text: string): Id {
  const checked = check.text(text, 'text')
  return JSON.parse(call((engine) => engine.peerParse(checked))) as Id
}

/**
 * Reads a PeerId from its multihash, the form in which it stands in messages.
 *
 * @throws As {@link parse}.
 */
export function fromBytes(bytes: Uint8Array): Id {
  const checked = check.bytes(bytes, 'bytes')
  return JSON.parse(call((engine) => engine.peerFromBytes(checked))) as Id
}

/**
 * The multihash of a PeerId, 34 to 39 bytes.
 *
 * @throws As {@link parse}.
 */
export function toBytes(id: string): Uint8Array {
  const text = check.text(id, 'id')
  return call((engine) => engine.peerToBytes(text))
}

/**
 * A PeerId as a CIDv1. IPNS names are in `base36`: `k51…`.
 *
 * @throws As {@link parse}.
 */
export function toCid(id: string, options: toCid.Options = {}): string {
  const text = check.text(id, 'id')
  const { base } = readCid(options)
  return call((engine) => engine.peerToCid(text, base))
}

const readCid = shape({
  base: withDefault((value, name) => check.oneOf(value, name, bases), 'base32'),
} satisfies Fields<toCid.Options>)

export declare namespace toCid {
  type Options = {
    /** Default: `base32`. */
    readonly base?: (typeof bases)[number] | undefined
  }
}

/**
 * The key that a PeerId holds.
 *
 * @throws `ERR_PEER_ID_HASHED` for an id that is a hash: ask for the key, and check it with {@link matches};
 * as {@link parse}.
 */
export function toKey(id: string): PublicKey {
  const text = check.text(id, 'id')
  return fromKeyBytes(call((engine) => engine.peerPublicKey(text)))
}

/**
 * Tells whether `id` is the PeerId of `key`.
 *
 * @throws As {@link parse}, and as `Keys.publicKey`.
 */
export function matches(id: string, key: PublicKey): boolean {
  const [text, bytes] = [check.text(id, 'id'), keyBytes(key)]
  return call((engine) => engine.peerMatches(text, bytes))
}

/**
 * The `did:key` of the key that a PeerId holds. For an id that is a hash, make the DID from the key: `Did.fromKey`.
 *
 * @example
 * ```ts
 * Peer.toDid(Peer.fromKey(signer.publicKey)) === Did.fromKey(signer.publicKey)
 * ```
 *
 * @throws `ERR_PEER_ID_HASHED`; as {@link parse}.
 */
export function toDid(id: string): Did {
  const text = check.text(id, 'id')
  return call((engine) => engine.peerToDid(text)) as Did
}

/**
 * The PeerId of the key that a `did:key` is.
 *
 * @throws `ERR_DID_METHOD_UNEXPECTED` for another method; as `Did.toKey` and {@link fromKey}.
 */
export function fromDid(did: string): string {
  const text = check.text(did, 'did')
  return call((engine) => engine.peerFromDid(text))
}
