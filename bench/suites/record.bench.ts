/**
 * Continuity and competence of chains of receipts. AgenticIdentity's report has no rows of them: it says that
 * they are bounded by signing and verifying receipts. So each stands beside the bare chain.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const start = 1_760_000_000_000
const hour = 3_600_000
const timeAt = (time: number) => new Date(time)
const agent = { actor: 'did:web:agent.example', keyId: 'did:web:agent.example#key-1' }
const notary = { witness: 'did:web:notary.example', keyId: 'did:web:notary.example#key-1' }
const group = 'identity'
const sizes = [10, 100]

function keys(api: Api) {
  const [actor, witness] = [1, 2].map((fill) => api.Keys.fromSecret('Ed25519', secret(fill)))
  if (!actor || !witness) throw new Error('two keys')
  const trust = {
    keys: [
      { id: agent.keyId, key: actor.publicKey },
      { id: notary.keyId, key: witness.publicKey },
    ],
  }
  return { actor, witness, trust }
}

/** Heartbeats, an hour apart, each witnessed. */
function beats(api: Api, n: number) {
  const { actor, witness, trust } = keys(api)
  const receipts: object[] = []
  for (let index = 0; index < n; index += 1) {
    const [previous, now] = [receipts.at(-1), timeAt(start + index * hour)]
    const beat = api.Identity.continuity.heartbeat(
      previous ? { acknowledges: [previous] } : {},
      actor,
      {
        ...agent,
        now,
        ...(previous && { previous }),
      },
    )
    receipts.push(api.Receipt.countersign(beat, witness, trust, { ...notary, now }))
  }
  return { receipts: receipts.map((receipt) => JSON.stringify(receipt)), trust }
}

function attempts(api: Api, n: number) {
  const { actor, trust } = keys(api)
  const receipts: object[] = []
  for (let index = 0; index < n; index += 1) {
    const [previous, now] = [receipts.at(-1), timeAt(start + index * hour)]
    const what = { domain: 'deploy:web', outcome: index % 4 ? 'success' : 'failure' } as const
    const where = { ...agent, now, ...(previous && { previous }) }
    receipts.push(api.Identity.competence.attempt(what, actor, where))
  }
  return { receipts: receipts.map((receipt) => JSON.stringify(receipt)), trust }
}

const continuity = sizes.map(
  (n): Case => ({
    name: `verify continuity, ${n} heartbeats, each witnessed`,
    group,
    n,
    prepare: (api) => {
      const { receipts, trust } = beats(api, n)
      const now = timeAt(start + n * hour)
      const options = { now, maxSilence: 3600, maxLag: 60, maxLead: 3600 }
      const run = () => api.Identity.continuity.verify(receipts, trust, options)
      return { run, agree: run }
    },
  }),
)

const competence = sizes.map(
  (n): Case => ({
    name: `count ${n} attempts`,
    group,
    n,
    prepare: (api) => {
      const { receipts, trust } = attempts(api, n)
      const now = timeAt(start + n * hour)
      const options = { now, domain: 'deploy:**', until: now }
      const run = () => api.Identity.competence.verify({ receipts }, trust, options)
      return { run, agree: run }
    },
  }),
)

const chains = sizes.map(
  (n): Case => ({
    name: `verify the chain of ${n} attempts alone`,
    group,
    n,
    prepare: (api) => {
      const { receipts, trust } = attempts(api, n)
      const options = { now: timeAt(start + n * hour) }
      const run = () => api.Receipt.verifyChain(receipts, trust, options)
      return { run, agree: run }
    },
  }),
)

const made: Case[] = [
  {
    name: 'sign a heartbeat',
    group,
    prepare: (api) => {
      const { actor } = keys(api)
      const options = { ...agent, now: timeAt(start) }
      const run = () => api.Identity.continuity.heartbeat({}, actor, options)
      return { run, agree: run }
    },
  },
  {
    name: 'sign an attempt',
    group,
    prepare: (api) => {
      const { actor } = keys(api)
      const what = { domain: 'deploy:web', outcome: 'success' } as const
      const options = { ...agent, now: timeAt(start) }
      const run = () => api.Identity.competence.attempt(what, actor, options)
      return { run, agree: run }
    },
  },
]

export const recordCases: readonly Case[] = [...made, ...continuity, ...competence, ...chains]
