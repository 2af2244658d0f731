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
      return { run, agree: run }
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
]
