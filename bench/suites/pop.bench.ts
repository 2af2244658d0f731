/**
 * Proof of possession: ours, and SAGE's.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const now = new Date('2026-01-01T00:00:00Z')

const types = [
  { name: 'Ed25519', key: 'Ed25519', stored: 'Ed25519' },
  { name: 'ECDSA', key: 'secp256k1', stored: 'ECDSA' },
] as const

type Type = (typeof types)[number]

function sageKey(api: Api, { key, stored }: Type, number = 1) {
  const signer = api.Keys.fromSecret(key, secret(number))
  return { signer, key: { type: stored, data: api.Sage.Keys.marshal(signer.publicKey) } }
}

const sagePairs = types.flatMap((type): Case[] => [
  {
    name: `prove ${type.name} (sage)`,
    group: 'proof of possession',
    prepare: (api) => {
      const { signer, key } = sageKey(api, type)
      const run = () => api.Sage.Pop.prove(key, signer, { did })
      return { run, agree: run }
    },
  },
  {
    name: `verify ${type.name} (sage)`,
    group: 'proof of possession',
    prepare: (api) => {
      const { signer, key } = sageKey(api, type)
      const proof = api.Sage.Pop.prove(key, signer, { did })
      const trust = { key: signer.publicKey }
      const run = () => api.Sage.Pop.verify(proof, trust, { did })
      return { run, agree: run }
    },
  },
])

const all = [1, 2, 5, 10].map(
  (n): Case => ({
    name: `verify all keys, ${n} (sage)`,
    group: 'proof of possession',
    n,
    prepare: (api) => {
      const keys = Array.from({ length: n }, (_, index) => {
        const { signer, key } = sageKey(api, types[0], index + 1)
        const proof = api.Sage.Pop.prove(key, signer, { did })
        return {
          type: 1,
          key_data: api.Encoding.base64.encode(key.data),
          signature: api.Encoding.base64.encode(proof),
          verified: false,
          created_at: '2026-01-01T00:00:00Z',
        }
      })
      const run = () => api.Sage.Pop.verifyAll({ did, keys })
      return { run, agree: run }
    },
  }),
)

const own: Case[] = [
  {
    name: 'prove Ed25519',
    group: 'proof of possession',
    prepare: (api) => {
      const { signer, challenge } = asked(api)
      const run = () => api.Pop.prove(challenge, signer, { did, now })
      return { run, agree: run }
    },
  },
  {
    name: 'verify Ed25519 proof',
    group: 'proof of possession',
    prepare: (api) => {
      const { signer, challenge } = asked(api)
      const proof = JSON.stringify(api.Pop.prove(challenge, signer, { did, now }))
      const key = signer.publicKey
      const run = () => api.Pop.verify(proof, { key }, { did, challenge, now })
      return { run, agree: run }
    },
  },
]

function asked(api: Api) {
  const signer = api.Keys.fromSecret('Ed25519', secret(1))
  const challenge = api.Pop.challenge({
    audience: 'https://registry.example',
    nonce: secret(2),
    now,
  })
  return { signer, challenge }
}

export const popCases: readonly Case[] = [...sagePairs, ...all, ...own]
