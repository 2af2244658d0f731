/**
 * Keys as libp2p writes them: a protobuf of type and data. Strict: one key has one encoding.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'
import { adoptSigner } from '../keyFormats/adopt.js'
import { type Fields, shape } from '../shape.js'
import { handleOf, type LocalSigner } from '../signing.js'

/**
 * Writes a public key: 36 bytes of Ed25519, 37 of secp256k1, 95 of P-256, 2,597 of ML-DSA-87.
 *
 * @throws `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
 */
export function encodePublicKey(key: PublicKey): Uint8Array {
  const bytes = keyBytes(key)
  return call((engine) => engine.peerEncodePublic(bytes))
}

/**
 * Reads a public key.
 *
 * @throws `ERR_PEER_KEY_MALFORMED` for anything but the one encoding of a key: other order, unknown or
 * repeated fields, longer varints, bytes after it, another form of the point; `ERR_PEER_KEY_TYPE` for RSA
 * and unknown types; `ERR_LIMIT_EXCEEDED`; as `Keys.publicKey` and `Keys.publicKeyFromDer`.
 */
export function decodePublicKey(encoded: Uint8Array): PublicKey {
  const bytes = check.bytes(encoded, 'encoded')
  return fromKeyBytes(call((engine) => engine.peerDecodePublic(bytes)))
}

/**
 * Imports a keypair that libp2p wrote.
 *
 * @example
 * ```ts
 * using signer = Peer.signerFromKeypair(await readFile('peer.key'))
 * ```
 *
 * @throws As {@link decodePublicKey}; `ERR_KEY_PAIR_MISMATCH` for halves that do not belong together;
 * `ERR_KEY_SCALAR_RANGE`.
 */
export function signerFromKeypair(encoded: Uint8Array): LocalSigner {
  const bytes = check.bytes(encoded, 'encoded')
  return adoptSigner({}, (engine) => engine.peerDecodeKeypair(bytes))
}

/**
 * Exports the keypair as libp2p writes it. Dangerous: whoever has it is that peer, and JavaScript cannot wipe every
 * copy of it.
 *
 * @throws `ERR_KEY_ALGORITHM` for a type that libp2p does not have; `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportKeypair(signer: LocalSigner): Uint8Array {
  return handleOf(signer, 'signer').use((engine, id) => engine.peerEncodeKeypair(id))
}

/**
 * 32 secret bytes for the use that `domain` names, as `derive_secret` of libp2p-identity makes them:
 * HKDF-SHA-256 of the secret key, without salt. Each use needs a domain of its own.
 *
 * @example
 * ```ts
 * const secret = Peer.deriveSecret(signer, { domain: 'example database' })
 * ```
 *
 * @throws As {@link dangerouslyExportKeypair}.
 */
export function deriveSecret(signer: LocalSigner, options: deriveSecret.Options): Uint8Array {
  const key = handleOf(signer, 'signer')
  const { domain } = readOptions(options)
  return key.use((engine, id) => engine.peerDeriveSecret(id, domain))
}

const readOptions = shape({
  domain: (value, name) =>
    typeof value === 'string'
      ? new TextEncoder().encode(check.text(value, name))
      : check.bytes(value, name),
} satisfies Fields<deriveSecret.Options>)

export declare namespace deriveSecret {
  type Options = {
    /** Text is its UTF-8. */
    readonly domain: string | Uint8Array
  }
}
