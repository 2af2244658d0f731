import { expect, test } from 'vitest'
import { Aid, Did, Grant, Keys, Receipt } from '../src/subpath/all.js'
import type { Trust } from '../src/trust.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const signer = (fill: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
const [actor, notary, other] = [1, 2, 3].map(signer) as [
  Keys.LocalSigner,
  Keys.LocalSigner,
  Keys.LocalSigner,
]
const did = (one: Keys.LocalSigner) => Did.fromKey(one.publicKey)
const now = new Date(1_760_000_000_000)

const terms = {
  issuer: did(actor),
  subject: did(other),
  subjectKey: other.publicKey,
  capabilities: ['read:docs'],
}
const grant = Grant.issue(terms, actor, { now })
const judge = (trust: unknown) => () => Grant.verify(grant, trust as Trust, { now }).trust

test('the members of a trust input are read together', () => {
  const key = actor.publicKey
  expect(judge({ key, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
  expect(judge({ key: notary.publicKey, keys: [{ key }] })()).toBe('trusted')
  expect(judge({ keys: [], allowEmbeddedKey: true })()).toBe('self-asserted')
  expect(judge({ key, allowEmbeddedKey: false })()).toBe('trusted')
  const document = Did.document(did(actor))
  expect(judge({ document, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
})

test('what is revoked in one member is revoked in all', () => {
  const key = actor.publicKey
  const document = Did.document(did(actor))
  for (const entry of [{ revoked: true }, { expires: now }])
    for (const beside of [{ key }, { document }])
      expect(judge({ ...beside, keys: [{ key, ...entry }] })).toThrow(code('ERR_GRANT_ROOT'))
  const revoked = [{ key, revoked: true }]
  expect(judge({ allowEmbeddedKey: true, keys: revoked })).toThrow(code('ERR_GRANT_ROOT'))
})

test('a member that nobody knows is refused', () => {
  const key = actor.publicKey
  const misspelt = { keys: [{ key, revokd: true }] }
  for (const trust of [
    {},
    { key, revoked: true },
    { key, Keys: [] },
    { key, document: 5 },
    misspelt,
  ])
    expect(judge(trust), JSON.stringify(trust)).toThrow(code('ERR_ARGUMENT'))
})

test('a member counts wherever the object has it', () => {
  const key = actor.publicKey
  const keys = [{ key, revoked: true }]
  class Inherited {
    key = key
    get keys() {
      return keys
    }
  }
  const receipt = Receipt.issue({ action: 'report', content: null }, actor, { now })
  for (const trust of [new Inherited(), Object.defineProperty({ key }, 'keys', { value: keys })]) {
    expect(judge(trust)).toThrow(code('ERR_GRANT_ROOT'))
    expect(() => Receipt.verify(receipt, trust, { now })).toThrow(code('ERR_RECEIPT_KEY'))
  }
  const gone = new Date(now.getTime() - 1000)
  for (const [name, value] of Object.entries({ expires: gone, until: gone, revoked: true })) {
    const inherited = Object.assign(Object.create({ [name]: value }), { key })
    for (const entry of [inherited, Object.defineProperty({ key }, name, { value })]) {
      const trust = { keys: [entry] }
      expect(judge(trust), name).toThrow(code('ERR_GRANT_ROOT'))
      expect(() => Receipt.verify(receipt, trust, { now })).toThrow(code('ERR_RECEIPT_KEY'))
    }
  }
  for (const own of [{ document: { nonsense: 1 } }, { revokedKeys: [] }]) {
    const trust = Object.assign(Object.create({ key }), own)
    expect(() => Receipt.verify(receipt, trust, { now })).toThrow()
  }
})

test('an actor by its document and a witness by its key are trusted at once', () => {
  const document = Did.document(did(actor))
  const keys = [{ key: notary.publicKey }]
  const made = Receipt.issue({ action: 'report', content: null }, actor, { now })
  const witnessed = Receipt.countersign(made, notary, { trust: { document }, now })
  const found = Receipt.verify(witnessed, { document, keys }, { now, witnesses: 1 })
  expect(found.witnesses.length).toBe(1)
})

test('identities of AgenticIdentity stand beside keys', () => {
  const text = Aid.Receipt.issue(
    {
      action_type: 'Decision',
      action: { description: 'a', references: [] },
      timestamp: 1n,
    },
    actor,
  )
  const identities = [Aid.Identity.id(actor.publicKey)]
  const run = (trust: unknown) => () =>
    Aid.Receipt.verify(text, trust as Aid.Receipt.AidTrust).trust
  expect(run({ identities })()).toBe('trusted')
  expect(run({ identities, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
  expect(run({ identities: [], key: actor.publicKey })()).toBe('trusted')
  const revoked = [{ key: actor.publicKey, revoked: true }]
  expect(run({ identities, keys: revoked })).toThrow(code('ERR_AID_UNTRUSTED'))
  expect(run({ identities, expires: now })).toThrow(code('ERR_ARGUMENT'))
})

test('a purpose that is none is refused', () => {
  const key = actor.publicKey
  const circular: unknown[] = []
  circular.push(circular)
  for (const purposes of [[5n], circular, [{}], ['signing'], [undefined], 'authentication'])
    expect(judge({ keys: [{ key, purposes }] })).toThrow(code('ERR_ARGUMENT'))
})
