/**
 * The registration of an agent with two keys, which SAGE's DID report sums up from its rows: make the keys, prove
 * and verify that they are held, sign the card and verify it. The capacity test has it behind HTTP.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const group = 'registration (sage)'
const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const created = new Date('2026-01-01T00:00:00Z')

const kinds = [
  { type: 'secp256k1', stored: 'ECDSA', number: 0 },
  { type: 'Ed25519', stored: 'Ed25519', number: 1 },
] as const

type Kind = (typeof kinds)[number]
type Keys = ReturnType<typeof keysFrom>

function keysFrom(api: Api, make: (kind: Kind) => ReturnType<Api['Keys']['fromSecret']>) {
  return kinds.map((kind) => {
    const signer = make(kind) as ReturnType<typeof local>
    const key = { type: kind.stored, data: api.Sage.Keys.marshal(signer.publicKey) }
    return { kind, signer, key }
  })
}

function local(api: Api, { type }: Kind) {
  return api.Keys.fromSecret(type, secret(1))
}

const fixed = (api: Api) => keysFrom(api, (kind) => local(api, kind))
const fresh = (api: Api) => keysFrom(api, ({ type }) => api.Keys.generate(type))

const prove = (api: Api, keys: Keys) =>
  keys.map(({ signer, key }) => api.Sage.Pop.prove(key, signer, { did }))

const verify = (api: Api, keys: Keys, proofs: readonly Uint8Array[]) =>
  keys.map(({ signer }, index) =>
    api.Sage.Pop.verify(proofs[index] ?? new Uint8Array(), { key: signer.publicKey }, { did }),
  )

function card(api: Api, keys: Keys) {
  const metadata = {
    did,
    name: 'Bench agent',
    description: 'An agent that registers',
    endpoint: 'https://agent.example/messages',
    keys: keys.map(({ kind, key }) => ({
      type: kind.number,
      key_data: api.Encoding.base64.encode(key.data),
      signature: null,
      verified: true,
      created_at: '2026-01-01T00:00:00Z',
    })),
    capabilities: { chat: true },
    owner: did.slice('did:sage:ethereum:'.length),
    is_active: true,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    public_kem_key: null,
  }
  const signer = keys[1]?.signer
  if (signer === undefined) throw new Error('two keys')
  const generated = api.Sage.Card.generate(JSON.stringify(metadata))
  const signed = JSON.stringify(api.Sage.Card.sign(generated, signer, { created }))
  const facts = api.Sage.Card.verify(signed, { key: signer.publicKey }, { now: created })
  return { signed, facts }
}

function registration(api: Api, keys: Keys) {
  const verdicts = verify(api, keys, prove(api, keys))
  const made = card(api, keys)
  for (const { signer } of keys) signer.close()
  return [verdicts, made.facts]
}

export const registrationCases: readonly Case[] = [
  {
    name: 'registration: generate 2 keys',
    group,
    n: 2,
    prepare: (api) => ({
      run: () => {
        for (const { signer } of fresh(api)) signer.close()
      },
      agree: () => fixed(api).map(({ key }) => key.data),
    }),
  },
  {
    name: 'registration: prove 2 keys',
    group,
    n: 2,
    prepare: (api) => {
      const keys = fixed(api)
      const run = () => prove(api, keys)
      return { run, agree: run }
    },
  },
  {
    name: 'registration: verify 2 proofs',
    group,
    n: 2,
    prepare: (api) => {
      const keys = fixed(api)
      const proofs = prove(api, keys)
      const run = () => verify(api, keys, proofs)
      return { run, agree: run }
    },
  },
  {
    name: 'registration: all of it',
    group,
    n: 2,
    prepare: (api) => ({
      run: () => registration(api, fresh(api)),
      agree: () => registration(api, fixed(api)),
    }),
  },
]
