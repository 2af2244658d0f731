/**
 * SAGE's metadata: conversions; and its agent cards.
 *
 * @module
 */

import type { Keys } from 'countersign'
import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const created = new Date('2026-01-01T00:00:00Z')

type Agent = {
  readonly signer: Keys.LocalSigner
  readonly metadata: Readonly<Record<string, unknown>>
  readonly text: string
}

/** An agent with so many keys, the first of which signs. */
export function agent(api: Api, keys: number): Agent {
  const signers = Array.from({ length: keys }, (_, index) =>
    api.Keys.fromSecret('Ed25519', secret(index + 1)),
  )
  const metadata = {
    did,
    name: 'Bench agent',
    description: 'An agent whose card is measured',
    endpoint: 'https://agent.example/messages',
    keys: signers.map(({ publicKey }) => ({
      type: 1,
      key_data: api.Encoding.base64.encode(publicKey.bytes),
      signature: null,
      verified: true,
      created_at: '2026-01-01T00:00:00Z',
    })),
    capabilities: { chat: true },
    owner: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    is_active: true,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    public_kem_key: null,
  }
  return {
    signer: signers[0] as (typeof signers)[number],
    metadata,
    text: JSON.stringify(metadata),
  }
}

function version1(api: Api): string {
  const { metadata } = agent(api, 1)
  return JSON.stringify(api.Sage.Metadata.toV1(metadata, { allowLoss: true }).metadata)
}

export const metadataCases: readonly Case[] = [
  {
    name: 'metadata V1 to V4',
    group: 'metadata (sage)',
    prepare: (api) => {
      const text = version1(api)
      const run = () => api.Sage.Metadata.toV4(text, { allowLoss: true })
      return { run, agree: run }
    },
  },
  {
    name: 'metadata V4 to V1',
    group: 'metadata (sage)',
    prepare: (api) => {
      const { text } = agent(api, 1)
      const run = () => api.Sage.Metadata.toV1(text, { allowLoss: true })
      return { run, agree: run }
    },
  },
]

const validate = [1, 3].map(
  (n): Case => ({
    name: `validate structure, ${n} keys (sage)`,
    group: 'card (sage)',
    n,
    prepare: (api) => {
      const text = JSON.stringify(api.Sage.Card.generate(agent(api, n).text))
      const run = () => api.Sage.Card.validate(text)
      return { run, agree: run }
    },
  }),
)

export const sageCardCases: readonly Case[] = [
  {
    name: 'generate, sign and verify (sage)',
    group: 'card (sage)',
    prepare: (api) => {
      const { signer, text } = agent(api, 1)
      const trust = { key: signer.publicKey }
      const run = () => {
        const signed = api.Sage.Card.sign(api.Sage.Card.generate(text), signer, { created })
        return api.Sage.Card.verify(JSON.stringify(signed), trust, { now: created })
      }
      return { run, agree: run }
    },
  },
  {
    name: 'generate and sign (sage)',
    group: 'card (sage)',
    prepare: (api) => {
      const { signer, text } = agent(api, 1)
      const run = () => api.Sage.Card.sign(api.Sage.Card.generate(text), signer, { created })
      return { run, agree: run }
    },
  },
  {
    name: 'verify (sage)',
    group: 'card (sage)',
    prepare: (api) => {
      const { signer, text } = agent(api, 1)
      const card = JSON.stringify(
        api.Sage.Card.sign(api.Sage.Card.generate(text), signer, { created }),
      )
      const run = () => api.Sage.Card.verify(card, { key: signer.publicKey }, { now: created })
      return { run, agree: run }
    },
  },
  {
    name: 'validate with its metadata (sage)',
    group: 'card (sage)',
    prepare: (api) => {
      const { signer, text } = agent(api, 1)
      const card = JSON.stringify(
        api.Sage.Card.sign(api.Sage.Card.generate(text), signer, { created }),
      )
      const run = () => [
        api.Sage.Card.verify(card, { metadata: text }, { now: created }),
        api.Sage.Card.validateWithMetadata(card, text),
      ]
      return { run, agree: run }
    },
  },
  ...validate,
]
