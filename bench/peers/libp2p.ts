/**
 * @libp2p/crypto and @libp2p/peer-id: libp2p's keys and PeerIds in JavaScript, Ed25519 by WebCrypto or node:crypto.
 *
 * Its ECDSA signatures are not in libp2p's form, and its ECDSA key pairs have another inner form than the
 * specification's, so P-256 has only what it does alike. ML-DSA it has not.
 *
 * @module
 */

import {
  generateKeyPair,
  privateKeyFromProtobuf,
  privateKeyFromRaw,
  privateKeyToProtobuf,
  publicKeyFromProtobuf,
  publicKeyFromRaw,
  publicKeyToProtobuf,
} from '@libp2p/crypto/keys'
import { peerIdFromPublicKey, peerIdFromString } from '@libp2p/peer-id'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Jobs } from '../case.js'
import { bytes, secret } from '../input.js'

const types = ['Ed25519', 'secp256k1'] as const
type Type = (typeof types)[number]

function keyOf(type: Type) {
  const own = secret(1)
  if (type === 'secp256k1') return privateKeyFromRaw(own)
  const pair = new Uint8Array(64)
  pair.set(own)
  pair.set(ed25519.getPublicKey(own), 32)
  return privateKeyFromRaw(pair)
}

const idOf = (key: ReturnType<typeof publicKeyFromRaw>) => peerIdFromPublicKey(key).toString()

const job = (run: () => unknown, agree = run) => ({ run, agree })

function forms(type: Type): Jobs {
  const key = keyOf(type)
  const { publicKey } = key
  const pair = privateKeyToProtobuf(key)
  const encoded = publicKeyToProtobuf(publicKey)
  const id = idOf(publicKey)
  return {
    // An object of its own for each call: it keeps what it has encoded.
    [`encode a keypair of ${type}`]: () => job(() => privateKeyToProtobuf(key)),
    [`decode a keypair of ${type}`]: () =>
      job(
        () => privateKeyFromProtobuf(pair),
        () => privateKeyFromProtobuf(pair).publicKey.raw,
      ),
    [`encode a public key of ${type}`]: () => job(() => publicKeyToProtobuf(publicKey)),
    [`decode a public key of ${type}`]: () =>
      job(
        () => publicKeyFromProtobuf(encoded),
        () => publicKeyFromProtobuf(encoded).raw,
      ),
    // Ours gets the bytes of a key too.
    [`PeerId of a key of ${type}`]: () => job(() => idOf(publicKeyFromRaw(publicKey.raw))),
    [`parse a PeerId of ${type}`]: () =>
      job(
        () => peerIdFromString(id),
        () => peerIdFromString(id).toString(),
      ),
    [`generate a keypair of ${type}, with its PeerId`]: () => ({
      later: true,
      run: async () => idOf((await generateKeyPair(type as 'Ed25519')).publicKey),
      agree: () => id,
    }),
  }
}

function signatures(type: Type): Jobs {
  const key = keyOf(type)
  const { raw } = key.publicKey
  const message = bytes(256)
  const sign = (size: number) => {
    const message = bytes(size)
    const run = async () => key.sign(message)
    return { later: true as const, run, agree: run }
  }
  return {
    ...Object.fromEntries(
      [20, 256, 4096].map((size) => [`sign ${size} B for libp2p, ${type}`, () => sign(size)]),
    ),
    [`verify for libp2p, ${type}`]: async () => {
      const signature = await key.sign(message)
      const run = async () => publicKeyFromRaw(raw).verify(message, signature)
      const changed = async () => publicKeyFromRaw(raw).verify(bytes(255), signature)
      return { later: true, run, agree: async () => [await run(), await changed()] }
    },
  }
}

export function load(): Jobs {
  return Object.assign({}, ...types.flatMap((type) => [forms(type), signatures(type)]))
}
