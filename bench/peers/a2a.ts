/**
 * @a2a-js/sdk: signatures of agent cards, over jose. Like ours, it gets the text of a card and a key as JWK or
 * bytes, which is read in each call.
 *
 * @module
 */

import {
  type AgentCard,
  canonicalizeAgentCard,
  generateAgentCardSignature,
  verifyAgentCardSignature,
} from '@a2a-js/sdk'
import { importJWK } from 'jose'
import type { Jobs } from '../case.js'
import { card, secret } from '../input.js'
import { ed25519Jwk } from './work/jwk.js'

const kid = 'did:web:agent.example#key-1'
const text = JSON.stringify(card)

export async function load(): Promise<Jobs> {
  const jwk = ed25519Jwk(secret(1))
  const { d: _, ...open } = jwk
  const key = (await importJWK(jwk, 'EdDSA')) as Parameters<typeof generateAgentCardSignature>[0]
  const sign = generateAgentCardSignature(key, { alg: 'EdDSA', kid, typ: 'JOSE' })
  // A new object in each call: the key is read, not found in a cache.
  const verify = verifyAgentCardSignature(async () => ({ ...open, alg: 'EdDSA' }))
  const signed = async () => JSON.stringify(await sign(JSON.parse(text) as AgentCard))
  return {
    'sign A2A card': () => ({
      later: true,
      run: () => sign(JSON.parse(text) as AgentCard),
      agree: async () => JSON.parse(await signed()) as unknown,
    }),
    'verify A2A card': async () => {
      const card = await signed()
      const run = async () => {
        await verify(JSON.parse(card) as AgentCard)
        return true
      }
      return { later: true, run, agree: run }
    },
    'canonicalize A2A card': () => {
      const run = () => canonicalizeAgentCard(JSON.parse(text) as AgentCard)
      return { run, agree: run }
    },
  }
}
