/**
 * Grants: the trust rows of AgenticIdentity's report, with our own format, and what the report has not:
 * passing on, presenting, allowing an action.
 *
 * The report's grant signs a hash, and nothing in it recomputes that hash or asks who the root is. Ours
 * hashes and checks the whole record, its key's place in the chain and the trust input.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const now = new Date('2026-01-01T00:00:00Z')
const nonce = secret(9).slice(0, 16)
const audience = 'https://api.example'

/** A key for each place in a chain. */
function parties(api: Api, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const signer = api.Keys.fromSecret('Ed25519', secret(index + 1))
    return { signer, did: api.Did.fromKey(signer.publicKey) }
  })
}

type Party = ReturnType<typeof parties>[number]

const made = { now, nonce }

function terms(to: Party, delegation: number) {
  return {
    subject: to.did,
    subjectKey: to.signer.publicKey,
    capabilities: ['read:docs/**'],
    constraints: { expires: new Date(now.getTime() + 3_600_000) },
    delegation,
  }
}

/** A chain of `links` grants, with the keys of all who are in it. */
function chainOf(api: Api, links: number) {
  const people = parties(api, links + 1)
  const [first, second] = people as [Party, Party]
  const root = api.Grant.issue(
    { issuer: first.did, ...terms(second, links - 1) },
    first.signer,
    made,
  )
  const chain = [root]
  for (let index = 1; index < links; index += 1) {
    const [by, to] = [people[index], people[index + 1]] as [Party, Party]
    chain.push(api.Grant.delegate(chain, by.signer, { ...terms(to, links - 1 - index), ...made }))
  }
  const holder = people[links] as Party
  return { chain, text: JSON.stringify(chain), trust: { key: first.signer.publicKey }, holder }
}

const single: Case[] = [
  {
    name: 'trust grant sign',
    group: 'grants',
    prepare: (api) => {
      const [by, to] = parties(api, 2) as [Party, Party]
      const asked = { issuer: by.did, ...terms(to, 0) }
      const run = () => api.Grant.issue(asked, by.signer, made)
      return { run, agree: run }
    },
  },
  {
    name: 'trust grant verify',
    group: 'grants',
    prepare: (api) => {
      const { chain, trust } = chainOf(api, 1)
      const text = JSON.stringify(chain[0])
      const run = () => api.Grant.verify(text, trust, { now })
      return { run, agree: run }
    },
  },
]

const chains = [2, 4, 16].map(
  (n): Case => ({
    name: `trust chain verify, ${n} links`,
    group: 'grants',
    n,
    prepare: (api) => {
      const { text, trust } = chainOf(api, n)
      const run = () =>
        api.requireFacts(api.Grant.verifyChain(text, trust, { now, revocations: [] }))
      return { run, agree: run }
    },
  }),
)

const use: Case[] = [
  {
    name: 'delegate',
    group: 'grants',
    prepare: (api) => {
      const [by, holder, to] = parties(api, 3) as [Party, Party, Party]
      const root = api.Grant.issue({ issuer: by.did, ...terms(holder, 1) }, by.signer, made)
      const chain = JSON.stringify([root])
      const link = { ...terms(to, 0), ...made }
      const run = () => api.Grant.delegate(chain, holder.signer, link)
      return { run, agree: run }
    },
  },
  {
    name: 'present a chain of 2',
    group: 'grants',
    n: 2,
    prepare: (api) => {
      const { text, holder } = chainOf(api, 2)
      const run = () => api.Grant.present(text, holder.signer, { audience, nonce, now })
      return { run, agree: run }
    },
  },
  {
    name: 'authorize, chain of 2 with presentation',
    group: 'grants',
    n: 2,
    prepare: (api) => {
      const { text, trust, holder } = chainOf(api, 2)
      const shown = JSON.stringify(api.Grant.present(text, holder.signer, { audience, nonce, now }))
      const asked = { now, revocations: [], capability: 'read:docs/a', audience, nonce }
      const run = () =>
        api.requireFacts(api.Grant.authorize(text, trust, { ...asked, presentation: shown }))
      return { run, agree: run }
    },
  },
  {
    name: 'chain of 2 against a list of 10,000 revoked',
    group: 'grants',
    n: 10_000,
    prepare: (api) => {
      const { text, trust } = chainOf(api, 2)
      const [by, below] = parties(api, 2) as [Party, Party]
      const revoked = Array.from({ length: 10_000 }, (_, index) => {
        const hash = new Uint8Array(32)
        new DataView(hash.buffer).setUint32(0, Math.imul(index, 0x9e3779b9) >>> 0)
        return `grant:${api.Encoding.base64url.encode(hash)}`
      })
      const list = JSON.stringify(
        api.Grant.revocationList({ issuer: by.did, revoked, lifetime: 3600 }, by.signer, { now }),
      )
      // Each issuer says of its own that they are not revoked.
      const own = { issuer: below.did, revoked: [], lifetime: 3600 }
      const lists = [list, JSON.stringify(api.Grant.revocationList(own, below.signer, { now }))]
      const run = () => api.requireFacts(api.Grant.verifyChain(text, trust, { now, lists }))
      return { run, agree: run }
    },
  },
  {
    name: 'capability covers',
    group: 'grants',
    prepare: (api) => {
      const run = () => api.Grant.covers('read:docs/**', 'read:docs/public/a')
      return { run, agree: run }
    },
  },
]

export const grantCases: readonly Case[] = [...single, ...chains, ...use]
