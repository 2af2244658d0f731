import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, describe, expect, test } from 'vitest'
import vectors from '../../rust/vectors/identity/spawn.json' with { type: 'json' }
import { Did, Encoding, Grant, Identity, Keys, requireFacts } from '../src/subpath/all.js'
import { frameRecord } from './setup/framing.js'
import { refusal, unhex } from './setup/help.js'

const { decode: unbase, encode: base } = Encoding.base64url
const timeAt = (seconds: number) => new Date(seconds * 1000)
const now = timeAt(vectors.now)

const keys = [1, 2, 3, 4, 8].map((fill) =>
  Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill)),
) as [Keys.LocalSigner, Keys.LocalSigner, Keys.LocalSigner, Keys.LocalSigner, Keys.LocalSigner]
const [parent, child, grandchild, sibling, stranger] = keys
afterAll(() => {
  for (const key of keys) key.close()
})

const didOf = (key: Keys.LocalSigner) => Did.fromKey(key.publicKey)
const trust = { key: parent.publicKey }
const lineage = JSON.stringify(vectors.lineage)

describe('the vectors, by other implementations', () => {
  test.each(vectors.records)('$record.type', ({ record, message }) => {
    const { signature, ...body } = record
    const key = 'parentKey' in record ? record.parentKey : record.key
    const signed = frameRecord(record.type, body)
    expect(signed).toEqual(unhex(message))
    const { bytes } = Keys.fromMultikey(String(key))
    expect(ed25519.verify(unbase(signature), signed, bytes)).toBe(true)
  })

  test('ids', () => {
    for (const [index, { spawn }] of vectors.lineage.entries()) {
      const hash = sha256(frameRecord('countersign/spawn-id/v1', spawn))
      expect(`spawn:${base(hash)}`).toBe(vectors.spawnIds[index])
      expect(Identity.spawn.id(spawn)).toBe(vectors.spawnIds[index])
    }
  })

  test('the lineage, with its grants', () => {
    const report = Identity.spawn.verifyLineage(lineage, trust, {
      now,
      ends: [],
      family: [],
      grants: vectors.grants,
      revocations: [],
    })
    expect(requireFacts(report, { unchecked: [] })).toBe(report)
    expect(report).toMatchObject({ parsed: false, ignored: [] })
    expect(report.signer?.trust).toBe('trusted')
    expect(report.generations.map(({ id }) => id)).toEqual(vectors.spawnIds)
    expect(report.grants?.facts.root.state).toBe('ok')
  })

  test.each(vectors.ends)('$name', (row) => {
    const ends = [JSON.stringify(row.end)]
    const report = Identity.spawn.verifyLineage(lineage, trust, { now, ends })
    const code = (row as { code?: string }).code
    if (code !== undefined) expect(() => requireFacts(report)).toThrow(refusal(code))
    else {
      requireFacts(report)
      const row = { list: 'ends', record: 0, code: 'ERR_SPAWN_TERMINATOR' }
      expect(report.ignored).toMatchObject([row])
    }
  })
})

const expires = timeAt(vectors.now + 1000)

/** A life of `to`, made by `by`. */
function born(
  by: Keys.LocalSigner,
  to: Keys.LocalSigner,
  more: object = {},
  above?: readonly Identity.spawn.Generation[],
): Identity.spawn.Generation {
  const life = {
    ...(above === undefined ? { parent: didOf(by) } : { above }),
    child: didOf(to),
    childKey: to.publicKey,
    purpose: 'reads the docs',
    ceiling: ['read:docs/**'],
    expires,
    number: 0,
    ...more,
  }
  const spawn = Identity.spawn.issue(life as Identity.spawn.NewSpawn, by, { now })
  return { spawn, acceptance: Identity.spawn.accept(spawn, to, { now }) }
}

describe('a family', () => {
  const first = born(parent, child, { depth: 1, children: 2 })
  const second = born(child, grandchild, {}, [first])

  test('who ends one ends all below', () => {
    const whole = [first, second]
    const judged = (ends: readonly object[]) =>
      Identity.spawn.verifyLineage(whole, trust, { now, ends })
    expect(requireFacts(judged([])).parsed).toBe(true)
    const end = Identity.spawn.terminate(first.spawn, parent, { terminator: didOf(parent), now })
    expect(judged([end]).facts.termination).toMatchObject({ at: 0, code: 'ERR_SPAWN_TERMINATED' })
    const done = Identity.spawn.complete(second.spawn, grandchild, { outcome: 'done', now })
    expect(judged([done]).facts.termination).toMatchObject({ at: 1, code: 'ERR_SPAWN_COMPLETED' })
    const alone = Identity.spawn.verifyLineage([first], trust, { now, ends: [done] })
    expect(alone.facts.termination.state).toBe('ok')
    expect(judged(['{}'] as never).facts.termination).toMatchObject({
      code: 'ERR_SPAWN_TERMINATION',
    })
    const unasked = Identity.spawn.verifyLineage(whole, trust, { now })
    expect(() => requireFacts(unasked)).toThrow(refusal('ERR_FACT_UNCHECKED'))
  })

  test('a number is given once', () => {
    const twin = born(child, sibling, {}, [first])
    const report = Identity.spawn.verifyLineage([first, second], trust, {
      now,
      ends: [],
      family: [twin.spawn],
    })
    expect(report.facts.family).toMatchObject({ at: 1, code: 'ERR_SPAWN_DUPLICATE' })
  })

  test.each([
    ['deeper than allowed', { depth: 1 }, 'ERR_SPAWN_DEPTH'],
    ['a child too many', { number: 2 }, 'ERR_SPAWN_CHILDREN'],
    ['a wider ceiling', { ceiling: ['read:**'] }, 'ERR_SPAWN_WIDENED'],
    ['a longer life', { expires: timeAt(vectors.now + 1001) }, 'ERR_SPAWN_WIDENED'],
    ['an empty ceiling', { ceiling: [] }, 'ERR_SPAWN_MALFORMED'],
    ['a capability that climbs', { ceiling: ['read:docs/../etc'] }, 'ERR_CAPABILITY_TRAVERSAL'],
    ['its grandparent', { child: didOf(parent), childKey: parent.publicKey }, 'ERR_SPAWN_CYCLE'],
    ['itself', { child: didOf(child), childKey: child.publicKey }, 'ERR_SPAWN_SELF'],
    ['a key of another', { childKey: sibling.publicKey }, 'ERR_SPAWN_IDENTITY'],
  ])('%s is not signed', (_, more, code) => {
    expect(() => born(child, grandchild, more, [first])).toThrow(refusal(code))
  })

  test('only the child takes its life, and only its parent gives it', () => {
    expect(() => Identity.spawn.accept(first.spawn, stranger)).toThrow(
      refusal('ERR_SPAWN_ACCEPTANCE'),
    )
    expect(() => born(stranger, grandchild, {}, [first])).toThrow(refusal('ERR_SPAWN_LINK'))
    const root = { key: stranger.publicKey }
    const other = Identity.spawn.verifyLineage([first], root, { now, ends: [] })
    expect(() => requireFacts(other)).toThrow(refusal('ERR_SPAWN_ROOT'))
  })

  test('an external signer fits', async () => {
    const outside: Keys.Signer = {
      publicKey: parent.publicKey,
      algorithm: parent.algorithm,
      sign: (message) => Promise.resolve(parent.sign(message)),
    }
    const life = {
      parent: didOf(parent),
      child: didOf(child),
      childKey: child.publicKey,
      purpose: 'reads the docs',
      ceiling: ['read:docs/**'],
      expires,
      number: 1,
      guardian: stranger.publicKey,
    }
    const spawn = await Identity.spawn.issue(life, outside, { now })
    const end = Identity.spawn.terminate(spawn, stranger, { terminator: didOf(stranger), now })
    const report = Identity.spawn.verifyLineage([{ spawn }], trust, { now, ends: [end] })
    expect(report.facts.termination).toMatchObject({ code: 'ERR_SPAWN_TERMINATED' })
    expect(report.facts.acceptance.state).toBe('unchecked')
  })

  test('authority is a grant inside the bounds', () => {
    const granted = (capability: string, until: Date) =>
      Grant.issue(
        {
          issuer: didOf(parent),
          subject: didOf(child),
          subjectKey: child.publicKey,
          capabilities: [capability],
          constraints: { expires: until },
        },
        parent,
        { now },
      )
    const judged = (grant: Grant.Grant) =>
      Identity.spawn.verifyLineage([first], trust, {
        now,
        ends: [],
        grants: [grant],
        revocations: [],
      }).facts.authority
    expect(judged(granted('read:docs/a', expires))?.state).toBe('ok')
    expect(judged(granted('write:docs/a', expires))).toMatchObject({ code: 'ERR_SPAWN_WIDENED' })
    expect(judged(granted('read:docs/a', timeAt(vectors.now + 1001)))).toMatchObject({
      code: 'ERR_SPAWN_WIDENED',
    })
  })
})
