/**
 * Documents of the profiles `sage` and `aid`, forms of keys, and the handshake, each beside what is unavoidable in it: its
 * signatures, one check of the key, one `JSON.parse` of its text, or its Diffie-Hellman and signature operations.
 *
 * As in `document.bench.ts` each call gets the next of 1,000 inputs, all different.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'
import { claimOf, each, now, numbered, row, signerOf } from './documentInput.js'
import { handshakeOf } from './handshake.bench.js'
import { agent } from './metadata.bench.js'

/** The metadata of an agent, with a name of its own. */
function metadataOf(api: Api, index: number): string {
  const { metadata } = agent(api, 1)
  return JSON.stringify({ ...metadata, name: `Bench agent ${index}` })
}

const loss = { allowLoss: true } as const
const version1 = (api: Api, index: number) =>
  JSON.stringify(api.Sage.Metadata.toV1(metadataOf(api, index), loss).metadata)
const generated = (api: Api, index: number) =>
  JSON.stringify(api.Sage.Card.generate(metadataOf(api, index)))
const parsed = (make: (api: Api, index: number) => string) => (api: Api) =>
  each((index) => make(api, index), JSON.parse)

const sage = [
  row('Sage.Card.generate and sign', (api) => {
    const { signer } = agent(api, 1)
    return each(
      (index) => metadataOf(api, index),
      (text) => api.Sage.Card.sign(api.Sage.Card.generate(text), signer, { created: now }),
    )
  }),
  row('Sage.Card.verify', (api) => {
    const { signer } = agent(api, 1)
    const trust = api.Trust.of({ key: signer.publicKey })
    return each(
      (index) =>
        JSON.stringify(
          api.Sage.Card.sign(api.Sage.Card.generate(metadataOf(api, index)), signer, {
            created: now,
          }),
        ),
      (text) => api.Sage.Card.verify(text, trust, { now }),
    )
  }),
  row('Sage.Metadata.toV4', (api) =>
    each(
      (index) => version1(api, index),
      (text) => api.Sage.Metadata.toV4(text, loss),
    ),
  ),
  row('JSON.parse of metadata V1', parsed(version1)),
  row('Sage.Metadata.toV1', (api) =>
    each(
      (index) => metadataOf(api, index),
      (text) => api.Sage.Metadata.toV1(text, loss),
    ),
  ),
  row('JSON.parse of metadata V4', parsed(metadataOf)),
  row('Sage.Card.validate', (api) =>
    each(
      (index) => generated(api, index),
      (text) => api.Sage.Card.validate(text),
    ),
  ),
  row('JSON.parse of a card of SAGE', parsed(generated)),
]

const micros = BigInt(now.getTime()) * 1_000n

const actionOf = (index: number) =>
  ({
    action_type: 'Decision',
    action: { description: `Chose database ${index}`, references: [] },
    timestamp: micros,
  }) as const

const draftOf = (index: number) =>
  ({
    capabilities: [{ uri: `storage/${index}/*` }],
    constraints: { not_before: micros, not_after: micros + 3_600_000_000n },
    granted_at: micros,
    delegation_allowed: true,
    max_delegation_depth: 1,
  }) as const

const askedOf = (index: number) => ({
  capability: `storage/${index}/a`,
  revocations: [],
  now: micros,
})

function parties(api: Api) {
  const [root, agent, sub] = [signerOf(api, 1), signerOf(api, 2), signerOf(api, 3)] as const
  return { root, agent, sub, trust: { identities: [api.Aid.Identity.id(root.publicKey)] } }
}

const aid = [
  row('Aid.Receipt.issue', (api) => {
    const { root } = parties(api)
    return each(actionOf, (action) => api.Aid.Receipt.issue(action, root))
  }),
  row('Aid.Receipt.verify', (api) => {
    const { root, trust } = parties(api)
    return each(
      (index) => api.Aid.Receipt.issue(actionOf(index), root),
      (text) => api.Aid.Receipt.verify(text, trust, { now: micros }),
    )
  }),
  row('Aid.Grant.issue', (api) => {
    const { root, agent } = parties(api)
    const grantee = agent.publicKey
    return each(draftOf, (draft) => api.Aid.Grant.issue(draft, root, { grantee }))
  }),
  row('Aid.Grant.authorize', (api) => {
    const { root, agent, trust } = parties(api)
    const grantee = agent.publicKey
    return each(
      (index) => ({
        text: api.Aid.Grant.issue(draftOf(index), root, { grantee }),
        asked: askedOf(index),
      }),
      ({ text, asked }) => api.Aid.Grant.authorize(text, trust, asked),
    )
  }),
  row(
    'Aid.Grant.verifyChain, 2 links',
    (api) => {
      const { root, agent, sub, trust } = parties(api)
      return each(
        (index) => {
          const first = api.Aid.Grant.issue(draftOf(index), root, { grantee: agent.publicKey })
          const last = { ...draftOf(index), delegation_allowed: false }
          const under = { grantee: sub.publicKey, parent: first }
          return { chain: [first, api.Aid.Grant.issue(last, agent, under)], asked: askedOf(index) }
        },
        ({ chain, asked }) => api.requireFacts(api.Aid.Grant.verifyChain(chain, trust, asked)),
      )
    },
    { n: 2 },
  ),
]

/** Types of keys whose public half is a point that has to be checked when it is read. */
const types = ['Ed25519', 'P-256', 'secp256k1'] as const

const keys = types.flatMap((type): Case[] => {
  const keyOf = (api: Api, index: number) => {
    const seed = secret(1 + (index & 0x7f))
    seed[0] = 1 + (index >> 7)
    return api.Keys.fromSecret(type, seed).publicKey
  }
  type Key = ReturnType<typeof keyOf>
  const written = (name: string, use: (api: Api, key: Key) => unknown) =>
    row(`${name}, ${type}`, (api) =>
      each(
        (index) => keyOf(api, index),
        (key) => use(api, key),
      ),
    )
  return [
    written('check of a public key', (api, key) => api.Keys.publicKey(key)),
    written('Peer.encodePublicKey', (api, key) => api.Peer.encodePublicKey(key)),
    written('Peer.fromKey', (api, key) => api.Peer.fromKey(key)),
    row(`Peer.decodePublicKey, ${type}`, (api) =>
      each(
        (index) => api.Peer.encodePublicKey(keyOf(api, index)),
        (encoded) => api.Peer.decodePublicKey(encoded),
      ),
    ),
  ]
})

const handshake = [
  row('Handshake, both sides', (api) => {
    const run = handshakeOf(api, 'X25519')
    return { run, later: true, agree: run }
  }),
  // Ephemeral keys: two of HPKE, and the share. Each HPKE agrees on both sides. Both sides sign and verify, here by keys
  // that have no tables.
  row('bare operations of a handshake', (api) => {
    const signers = [signerOf(api, 1), signerOf(api, 2)]
    const [own, other] = [4, 5].map((fill) => api.Keys.fromSecret('X25519', secret(fill)))
    if (!own || !other) throw new Error('two keys')
    const { publicKey } = other
    return each(
      (index) => numbered(400, index),
      (message) => {
        for (let key = 0; key < 3; key += 1) api.Keys.generate('X25519').close()
        for (let side = 0; side < 4; side += 1) own.sharedSecret(publicKey)
        return signers.map((signer) => api.Keys.verify(claimOf(message, signer)))
      },
    )
  }),
]

export const documentProfileCases: readonly Case[] = [...sage, ...aid, ...keys, ...handshake]
