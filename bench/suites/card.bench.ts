/**
 * A2A agent cards: sign, verify, canonicalize.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { card, secret } from '../input.js'

const kid = 'did:web:agent.example#key-1'

function signed(api: Api) {
  const signer = api.Keys.fromSecret('Ed25519', secret(1))
  return { signer, text: JSON.stringify(api.Card.sign(card, signer, { kid })) }
}

const now = new Date('2026-01-01T00:00:00Z')

export const cardCases: readonly Case[] = [
  {
    name: 'sign A2A card',
    group: 'card',
    bytes: JSON.stringify(card).length,
    prepare: (api) => {
      const { signer } = signed(api)
      const text = JSON.stringify(card)
      const run = () => api.Card.sign(text, signer, { kid })
      return { run, agree: run }
    },
  },
  {
    name: 'verify A2A card',
    group: 'card',
    bytes: JSON.stringify(card).length,
    prepare: (api) => {
      const { signer, text } = signed(api)
      const trust = { keys: [{ id: kid, key: signer.publicKey }] }
      const run = () => api.Card.verify(text, trust, { now })
      // What is found out differs from what the SDK finds out: it only says that a signature holds.
      return { run, agree: () => run().signer.id === kid }
    },
  },
  {
    name: 'canonicalize A2A card',
    group: 'card',
    bytes: JSON.stringify(card).length,
    prepare: (api) => {
      const text = JSON.stringify(card)
      const run = () => api.Card.canonicalize(text)
      return { run, agree: run }
    },
  },
  {
    // Three steps: the text is read strictly, made canonical, and hashed.
    name: 'parse, canonicalize and hash a card',
    group: 'card',
    bytes: JSON.stringify(card).length,
    prepare: (api) => {
      const text = new TextEncoder().encode(JSON.stringify(card))
      const hash = () => api.HttpSig.contentDigest(api.Encoding.jcsBytes(text))
      return { run: hash, agree: () => api.Encoding.base64.decode(hash().slice(9, -1)) }
    },
  },
]
