/**
 * Spawn and negative proofs: making a child, verifying a lineage, and what the lineage excludes. AgenticIdentity's
 * report has no rows for these.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const group = 'identity'
const now = new Date('2026-01-01T00:00:00Z')
const expires = new Date(now.getTime() + 3_600_000)
const nonce = secret(7).subarray(0, 16)

type Generation = { readonly spawn: object; readonly acceptance: object }

/** `n` generations, each with its own key. */
function family(api: Api, n: number) {
  const keys = Array.from({ length: n + 1 }, (_, index) => {
    const signer = api.Keys.fromSecret('Ed25519', secret(index + 1))
    return { signer, did: api.Did.fromKey(signer.publicKey) }
  })
  const lineage: Generation[] = []
  for (const [index, { signer: by, did: parent }] of keys.slice(0, n).entries()) {
    const to = keys[index + 1] ?? keys[0]
    if (to === undefined) throw new Error('no child')
    const life = {
      ...(index === 0 ? { parent } : { above: JSON.stringify(lineage) }),
      child: to.did,
      childKey: to.signer.publicKey,
      purpose: 'reads the docs',
      ceiling: ['read:docs/**', 'write:docs/drafts/*'],
      expires,
      depth: n - 1 - index,
      children: 4,
      number: 0,
    } as Parameters<Api['Identity']['spawn']['issue']>[0]
    const spawn = api.Identity.spawn.issue(life, by, { now, nonce })
    lineage.push({ spawn, acceptance: api.Identity.spawn.accept(spawn, to.signer, { now }) })
  }
  return { keys, text: JSON.stringify(lineage), lineage }
}

const trustOf = (api: Api) => ({
  key: api.Keys.fromSecret('Ed25519', secret(1)).publicKey,
})

const issuing: Case = {
  name: 'spawn a child',
  group,
  prepare: (api) => {
    const [parent, child] = family(api, 1).keys
    if (parent === undefined || child === undefined) throw new Error('no family')
    const life = {
      parent: parent.did,
      child: child.did,
      childKey: child.signer.publicKey,
      purpose: 'reads the docs',
      ceiling: ['read:docs/**'],
      expires,
      number: 0,
    }
    const run = () => api.Identity.spawn.issue(life, parent.signer, { now, nonce })
    return { run, agree: run }
  },
}

const lineages = [1, 5, 10].map(
  (n): Case => ({
    name: `verify a lineage of ${n} generations`,
    group,
    n,
    prepare: (api) => {
      const { text } = family(api, n)
      const [trust, policy] = [trustOf(api), { now, ends: [] }]
      const run = () => api.Identity.spawn.verifyLineage(text, trust, policy)
      return { run, agree: run }
    },
  }),
)

const proofs: Case[] = [
  {
    name: 'prove by a lineage of 5 that something cannot be done',
    group,
    n: 5,
    prepare: (api) => {
      const { text } = family(api, 5)
      const [trust, asked] = [trustOf(api), { capability: 'delete:docs/a', now }]
      const run = () => api.Identity.negative.excludeByLineage(text, trust, asked)
      return { run, agree: run }
    },
  },
  {
    name: 'verify a declaration of abstention',
    group,
    prepare: (api) => {
      const signer = api.Keys.fromSecret('Ed25519', secret(1))
      const declarer = api.Did.fromKey(signer.publicKey)
      const freeze = { declarer, capabilities: ['deploy:production/**'], until: expires }
      const word = api.Identity.negative.declareAbstention(freeze, signer, { now, nonce })
      const text = JSON.stringify(word)
      const trust = trustOf(api)
      const run = () => api.Identity.negative.verifyDeclaration(text, trust, { now })
      return { run, agree: run }
    },
  },
]

export const lineageCases: readonly Case[] = [issuing, ...lineages, ...proofs]
