/**
 * libp2p identities, as the report of libp2p-identity-pqc measures them. `bytes` of an encoding is its size.
 *
 * @module
 */

import type { Api, Case, Reference } from '../case.js'
import { bytes, secret } from '../input.js'

/** `004_f8ee2709f637d4f2.txt`, in microseconds. It calls its own figures examples. */
const types = [
  {
    type: 'Ed25519',
    sizes: { keypair: 68, publicKey: 36 },
    generate: 50,
    sign: { 20: 15, 256: 16, 4096: 18 },
    verify: 50,
    keypair: { encode: 8, decode: 12 },
    publicKey: { encode: 3, decode: 5 },
    id: 30,
  },
  {
    type: 'P-256',
    sizes: { keypair: 125, publicKey: 95 },
    generate: 120,
    sign: { 20: 95, 256: 96, 4096: 98 },
    verify: 220,
    keypair: { encode: 15, decode: 35 },
    publicKey: { encode: 8, decode: 15 },
    id: 45,
  },
  {
    type: 'secp256k1',
    sizes: { keypair: 36, publicKey: 37 },
    generate: 180,
    sign: { 20: 75, 256: 76, 4096: 78 },
    verify: 160,
    keypair: { encode: 12, decode: 18 },
    publicKey: { encode: 5, decode: 8 },
    id: 35,
  },
  {
    type: 'ML-DSA-87',
    sizes: { keypair: 7493, publicKey: 2597 },
    generate: 1200,
    sign: { 20: 480, 256: 485, 4096: 510 },
    verify: 180,
    keypair: { encode: 25, decode: 180 },
    publicKey: { encode: 15, decode: 85 },
    id: 95,
  },
] as const

type Type = (typeof types)[number]

const group = 'libp2p'

function reference(microseconds: number): readonly Reference[] {
  const platform = 'Apple M1 Pro, Rust 1.73, examples'
  return [{ report: '004_f8ee2709f637d4f2.txt', platform, ns: microseconds * 1000 }]
}

function signerOf(api: Api, { type }: Type) {
  return api.Keys.fromSecret(type, secret(1))
}

/** Sixteen messages in turn: one alone would let a cache answer. */
function messages(length: number): () => Uint8Array {
  const all = Array.from({ length: 16 }, (_, at) => bytes(length + at).slice(at))
  let turn = 0
  return () => all[turn++ % all.length] as Uint8Array
}

const keygen = (one: Type): Case => ({
  name: `generate a keypair of ${one.type}, with its PeerId`,
  group,
  reference: reference(one.generate),
  prepare: (api) => ({
    run: () => {
      const signer = api.Keys.generate(one.type)
      const id = api.Peer.idOf(signer.publicKey)
      signer.close()
      return id
    },
    agree: () => api.Peer.idOf(signerOf(api, one).publicKey),
  }),
})

const keypairs = (one: Type): Case[] => [
  {
    name: `encode a keypair of ${one.type}`,
    group,
    bytes: one.sizes.keypair,
    reference: reference(one.keypair.encode),
    prepare: (api) => {
      const signer = signerOf(api, one)
      const run = () => api.Peer.dangerouslyExportKeypair(signer)
      return { run, agree: run }
    },
  },
  {
    name: `decode a keypair of ${one.type}`,
    group,
    bytes: one.sizes.keypair,
    reference: reference(one.keypair.decode),
    prepare: (api) => {
      const pair = api.Peer.dangerouslyExportKeypair(signerOf(api, one))
      return {
        run: () => api.Peer.signerFromKeypair(pair).close(),
        agree: () => api.Peer.signerFromKeypair(pair).publicKey.bytes,
      }
    },
  },
]

const publicKeys = (one: Type): Case[] => [
  {
    name: `encode a public key of ${one.type}`,
    group,
    bytes: one.sizes.publicKey,
    reference: reference(one.publicKey.encode),
    prepare: (api) => {
      const { publicKey } = signerOf(api, one)
      const run = () => api.Peer.encodePublicKey(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: `decode a public key of ${one.type}`,
    group,
    bytes: one.sizes.publicKey,
    reference: reference(one.publicKey.decode),
    prepare: (api) => {
      const encoded = api.Peer.encodePublicKey(signerOf(api, one).publicKey)
      const run = () => api.Peer.decodePublicKey(encoded)
      return { run, agree: () => run().bytes }
    },
  },
]

const ids = (one: Type): Case[] => [
  {
    name: `PeerId of a key of ${one.type}`,
    group,
    reference: reference(one.id),
    prepare: (api) => {
      const { publicKey } = signerOf(api, one)
      const run = () => api.Peer.idOf(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: `parse a PeerId of ${one.type}`,
    group,
    prepare: (api) => {
      const id = api.Peer.idOf(signerOf(api, one).publicKey)
      const run = () => api.Peer.parse(id)
      return { run, agree: run }
    },
  },
]

const signatures = (one: Type): Case[] => [
  ...([20, 256, 4096] as const).map(
    (size): Case => ({
      name: `sign ${size} B for libp2p, ${one.type}`,
      group,
      bytes: size,
      reference: reference(one.sign[size]),
      prepare: (api) => {
        const [signer, next] = [signerOf(api, one), messages(size)]
        return {
          run: () => api.Peer.signRaw(signer, next()),
          // A signature of ML-DSA is drawn; that it holds is not.
          agree: () => {
            const message = bytes(size)
            const signature = api.Peer.signRaw(signer, message)
            const { publicKey } = signer
            return one.type === 'ML-DSA-87'
              ? api.Peer.verifyRaw({ publicKey, message, signature })
              : signature
          },
        }
      },
    }),
  ),
  {
    name: `verify for libp2p, ${one.type}`,
    group,
    bytes: 256,
    reference: reference(one.verify),
    prepare: (api) => {
      const signer = signerOf(api, one)
      const { publicKey } = signer
      const message = bytes(256)
      const claim = { publicKey, message, signature: api.Peer.signRaw(signer, message) }
      const changed = { ...claim, message: bytes(255) }
      return {
        run: () => api.Peer.verifyRaw(claim),
        agree: () => [api.Peer.verifyRaw(claim), api.Peer.verifyRaw(changed)],
      }
    },
  },
]

export const peerCases: readonly Case[] = types.flatMap((one) => [
  keygen(one),
  ...signatures(one),
  ...keypairs(one),
  ...publicKeys(one),
  ...ids(one),
])
