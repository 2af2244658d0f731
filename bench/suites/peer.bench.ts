/**
 * libp2p identities, as the report of libp2p-identity-pqc measures them. `bytes` of an encoding is its size.
 *
 * @module
 */

import type { Api, Case, Job } from '../case.js'
import { bytes, secret } from '../input.js'

/** Sizes of the encodings, and of the messages that are signed and verified. */
const types = [
  { type: 'Ed25519', sizes: { keypair: 68, publicKey: 36 }, sign: [20, 256, 4096], verify: [] },
  { type: 'P-256', sizes: { keypair: 125, publicKey: 95 }, sign: [20, 256, 4096], verify: [] },
  { type: 'secp256k1', sizes: { keypair: 36, publicKey: 37 }, sign: [20, 256, 4096], verify: [] },
  {
    type: 'ML-DSA-87',
    sizes: { keypair: 7493, publicKey: 2597 },
    sign: [20, 32, 256, 1024, 4096],
    verify: [32, 256, 1024, 4096],
  },
] as const

type Type = (typeof types)[number]

const group = 'libp2p'

function signerOf(api: Api, { type }: Type) {
  return api.Keys.fromSecret(type, secret(1))
}

/** Sixteen messages in turn: a single message could be answered from a cache. */
function messages(length: number): () => Uint8Array {
  const all = Array.from({ length: 16 }, (_, index) => bytes(length + index).slice(index))
  let turn = 0
  return () => all[turn++ % all.length] as Uint8Array
}

const keygen = (kind: Type): Case => ({
  name: `generate a keypair of ${kind.type}, with its PeerId`,
  group,
  prepare: (api) => ({
    run: () => {
      const signer = api.Keys.generate(kind.type)
      const id = api.Peer.fromKey(signer.publicKey)
      signer.close()
      return id
    },
    agree: () => api.Peer.fromKey(signerOf(api, kind).publicKey),
  }),
})

const keypairs = (kind: Type): Case[] => [
  {
    name: `encode a keypair of ${kind.type}`,
    group,
    bytes: kind.sizes.keypair,
    prepare: (api) => {
      const signer = signerOf(api, kind)
      const run = () => api.Peer.dangerouslyExportKeypair(signer)
      return { run, agree: run }
    },
  },
  {
    name: `decode a keypair of ${kind.type}`,
    group,
    bytes: kind.sizes.keypair,
    prepare: (api) => {
      const pair = api.Peer.dangerouslyExportKeypair(signerOf(api, kind))
      return {
        run: () => api.Peer.signerFromKeypair(pair).close(),
        agree: () => api.Peer.signerFromKeypair(pair).publicKey.bytes,
      }
    },
  },
]

const publicKeys = (kind: Type): Case[] => [
  {
    name: `encode a public key of ${kind.type}`,
    group,
    bytes: kind.sizes.publicKey,
    prepare: (api) => {
      const { publicKey } = signerOf(api, kind)
      const run = () => api.Peer.encodePublicKey(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: `decode a public key of ${kind.type}`,
    group,
    bytes: kind.sizes.publicKey,
    prepare: (api) => {
      const encoded = api.Peer.encodePublicKey(signerOf(api, kind).publicKey)
      const run = () => api.Peer.decodePublicKey(encoded)
      return { run, agree: () => run().bytes }
    },
  },
]

const ids = (kind: Type): Case[] => [
  {
    name: `PeerId of a key of ${kind.type}`,
    group,
    prepare: (api) => {
      const { publicKey } = signerOf(api, kind)
      const run = () => api.Peer.fromKey(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: `parse a PeerId of ${kind.type}`,
    group,
    prepare: (api) => {
      const id = api.Peer.fromKey(signerOf(api, kind).publicKey)
      const run = () => api.Peer.parse(id)
      return { run, agree: () => run().id }
    },
  },
]

/** A signature of `size` bytes that is verified again and again. */
function verification(api: Api, kind: Type, size: number): Job {
  const signer = signerOf(api, kind)
  const { publicKey } = signer
  const message = bytes(size)
  const claim = { publicKey, message, signature: api.Peer.signRaw(message, signer) }
  const changed = { ...claim, message: bytes(size - 1) }
  return {
    run: () => api.Peer.verifyRaw(claim),
    agree: () => [api.Peer.verifyRaw(claim), api.Peer.verifyRaw(changed)],
  }
}

const signatures = (kind: Type): Case[] => [
  ...kind.sign.map(
    (size): Case => ({
      name: `sign ${size} B for libp2p, ${kind.type}`,
      group,
      bytes: size,
      prepare: (api) => {
        const [signer, next] = [signerOf(api, kind), messages(size)]
        return {
          run: () => api.Peer.signRaw(next(), signer),
          // A signature of ML-DSA is drawn; that it holds is not.
          agree: () => {
            const message = bytes(size)
            const signature = api.Peer.signRaw(message, signer)
            const { publicKey } = signer
            return kind.type === 'ML-DSA-87'
              ? api.Peer.verifyRaw({ publicKey, message, signature })
              : signature
          },
        }
      },
    }),
  ),
  {
    name: `verify for libp2p, ${kind.type}`,
    group,
    bytes: 256,
    prepare: (api) => verification(api, kind, 256),
  },
  ...kind.verify.map(
    (size): Case => ({
      name: `verify ${size} B for libp2p, ${kind.type}`,
      group,
      bytes: size,
      prepare: (api) => verification(api, kind, size),
    }),
  ),
]

/** Sizes of what the operations give: figures without a time. */
const sizes = (kind: Type): Case[] =>
  (
    [
      ['a keypair', 'encoded', (api, signer) => api.Peer.dangerouslyExportKeypair(signer)],
      ['a public key', 'encoded', (api, signer) => api.Peer.encodePublicKey(signer.publicKey)],
      ['a signature', '', (api, signer) => api.Peer.signRaw(bytes(256), signer)],
      ['a private key', '', (api, signer) => api.Keys.dangerouslyExportSecret(signer)],
      ['a public key', '', (_, signer) => signer.publicKey.bytes],
      ['both keys', '', bothKeys],
    ] as const satisfies readonly Size[]
  ).map(([what, form, make]) => ({
    name: `size of ${what} of ${kind.type}${form && `, ${form}`}`,
    group: 'libp2p, sizes',
    unit: 'bytes',
    prepare: (api) => {
      const run = () => make(api, signerOf(api, kind)).length
      return { run, agree: run }
    },
  }))

type Size = readonly [
  what: string,
  form: '' | 'encoded',
  make: (api: Api, signer: ReturnType<typeof signerOf>) => Uint8Array,
]

function bothKeys(api: Api, signer: ReturnType<typeof signerOf>) {
  const own = api.Keys.dangerouslyExportSecret(signer)
  return Uint8Array.from([...own, ...signer.publicKey.bytes])
}

export const peerCases: readonly Case[] = types.flatMap((kind) => [
  keygen(kind),
  ...signatures(kind),
  ...keypairs(kind),
  ...publicKeys(kind),
  ...ids(kind),
  ...sizes(kind),
])
