/**
 * Profile `aid`: the rows of AgenticIdentity's report with its own formats, byte for byte.
 *
 * The report's own verifier looks at the signature over a hash that the object states. This one recomputes
 * hash and id, and holds the key to the identity and to the trust input.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const group = 'aid'
const now = 1_767_225_600_000_000n

const action = {
  action_type: 'Decision',
  action: { description: 'Chose PostgreSQL', references: [] },
  timestamp: now,
} as const

const draft = {
  capabilities: [{ uri: 'storage/*' }],
  constraints: { not_before: now, not_after: now + 3_600_000_000n },
  granted_at: now,
  delegation_allowed: true,
  max_delegation_depth: 1,
} as const

const request = { capability: 'storage/a', revocations: [], now }

function parties(api: Api) {
  const [root, agent, sub] = [1, 2, 3].map((fill) => api.Keys.fromSecret('Ed25519', secret(fill)))
  if (!root || !agent || !sub) throw new Error('three keys')
  return { root, agent, sub, trust: { identities: [api.Aid.Identity.id(root.publicKey)] } }
}

export const aidCases: readonly Case[] = [
  {
    name: 'receipt sign (aid)',
    group,
    prepare: (api) => {
      const { root } = parties(api)
      const run = () => api.Aid.Receipt.issue(action, root)
      return { run, agree: run }
    },
  },
  {
    name: 'receipt verify (aid)',
    group,
    prepare: (api) => {
      const { root, trust } = parties(api)
      const text = api.Aid.Receipt.issue(action, root)
      const run = () => api.Aid.Receipt.verify(text, trust, { now })
      return { run, agree: run }
    },
  },
  {
    name: 'receipt chain (aid), 10 issued',
    group,
    n: 10,
    prepare: (api) => {
      const run = () => {
        const signer = api.Keys.fromSecret('Ed25519', secret(1))
        const receipts = [api.Aid.Receipt.issue(action, signer)]
        for (let index = 1; index < 10; index += 1) {
          const { id } = JSON.parse(receipts[index - 1] as string) as { id: string }
          receipts.push(api.Aid.Receipt.issue({ ...action, previous_receipt: id }, signer))
        }
        signer.close()
        return receipts
      }
      return { run, agree: run }
    },
  },
  {
    name: 'trust grant sign (aid)',
    group,
    prepare: (api) => {
      const { root, agent } = parties(api)
      const run = () => api.Aid.Grant.issue(draft, root, { grantee: agent.publicKey })
      return { run, agree: run }
    },
  },
  {
    name: 'trust grant verify (aid)',
    group,
    prepare: (api) => {
      const { root, agent, trust } = parties(api)
      const text = api.Aid.Grant.issue(draft, root, { grantee: agent.publicKey })
      const run = () => api.Aid.Grant.authorize(text, trust, request)
      return { run, agree: run }
    },
  },
  {
    name: 'trust chain verify (aid), 2 links',
    group,
    n: 2,
    prepare: (api) => {
      const { root, agent, sub, trust } = parties(api)
      const first = api.Aid.Grant.issue(draft, root, { grantee: agent.publicKey })
      const last = { ...draft, delegation_allowed: false }
      const second = api.Aid.Grant.issue(last, agent, { grantee: sub.publicKey, parent: first })
      const run = () => api.requireFacts(api.Aid.Grant.verifyChain([first, second], trust, request))
      return { run, agree: run }
    },
  },
  {
    name: 'identity creation (aid)',
    group,
    prepare: (api) => ({
      run: () => {
        const signer = api.Keys.generate('Ed25519')
        api.Aid.Identity.id(signer.publicKey)
        signer.close()
      },
      agree: () => api.Aid.Identity.id(parties(api).root.publicKey),
    }),
  },
]
