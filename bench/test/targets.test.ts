import { describe, expect, test } from 'vitest'
import { table } from '../peers/table.js'
import { cases } from '../suites/index.js'
import type { Target } from '../target.js'
import { targetLines } from '../targetLines.js'
import { targetCases, targets } from '../targets.js'
import { row } from './samples.js'

const names = cases.map(({ name }) => name)

describe('the targets', () => {
  test('name cases that there are', () => {
    // Cold rows are no cases: each is a step of a process that starts.
    const warm = targets.filter(({ cold }) => !cold)
    const named = warm.flatMap(({ case: name, held }) =>
      held.to === 'case' ? [name, held.case] : [name],
    )
    expect(named.filter((name) => !names.includes(name))).toEqual([])
    expect(named.filter((name) => !targetCases.has(name))).toEqual([])
  })

  test('name peers that do the case', () => {
    const named = targets.filter(({ held }) => held.to === 'peer' || held.to === 'best peer')
    for (const { case: name, held } of named) {
      const able = Object.keys(cases.find((item) => item.name === name)?.peers ?? {})
      if (held.to === 'peer') expect(able, name).toContain(held.peer)
      if (held.to === 'best peer') expect(able, name).toContain(held.with)
      expect(able.length, name).toBeGreaterThan(0)
    }
  })

  test('hold what is WASM to what is WASM', () => {
    const best = targets.filter(({ held }) => held.to === 'best peer')
    for (const { case: name } of best) {
      const able = Object.entries(table).filter(([, jobs]) => jobs.includes(name))
      expect(able.map(([peer]) => peer).join(), name).toMatch(/libsodium|libauth|noble|hash-wasm/)
    }
  })
})

const sign = 'sign Ed25519'
const best: Target['held'] = { to: 'best peer', with: 'libsodium-wrappers' }
const targetsHeld = (held: Target['held'], rest: Partial<Target> = {}): Target[] => [
  { case: sign, held, source: 'design', ...rest },
]

describe('a line', () => {
  const rows = [
    row(sign, 'wasm-fma', 10_000),
    row(sign, 'native', 8_000),
    row(sign, 'libsodium-wrappers', 30_000),
    row(sign, '@noble/curves', 90_000),
    row(sign, 'node:crypto', 9_000),
    row('other', 'wasm-fma', 2_000),
  ]

  test('has our figure, the best peer that runs everywhere, and native', () => {
    const [line] = targetLines(rows, targetsHeld(best, { atMost: 1 / 2.2 }))
    expect(line).toMatchObject({
      engine: 'wasm-fma',
      ours: 10_000,
      peer: { name: 'libsodium-wrappers', ns: 30_000 },
      native: 8_000,
      goal: 'at most 0.455 of the best JS or WASM peer, libsodium-wrappers among them',
      verdict: 'met',
    })
    expect(line?.ratio?.value).toBeCloseTo(1 / 3)
  })

  test.each<[string, Target['held'], number, string, string]>([
    ['native', { to: 'native' }, 1.5, 'at most 1.5 of native', 'met'],
    ['native, missed', { to: 'native' }, 1.1, 'at most 1.1 of native', 'missed'],
    ['native, about', { to: 'native' }, 1.25, 'at most 1.25 of native', 'about'],
    ['a peer', { to: 'peer', peer: '@noble/curves' }, 1, 'at most @noble/curves', 'met'],
    [
      'a case five times over',
      { to: 'case', case: 'other', times: 5 },
      1.1,
      'at most 1.1 of 5 times other',
      'met',
    ],
    ['a time', { to: 'time', ns: 9_000 }, 1, 'at most 9.00 µs', 'missed'],
    [
      'a time of somebody',
      { to: 'time', ns: 90_000, elsewhere: 'ring-go on an EPYC' },
      1,
      'at most 90.0 µs (ring-go on an EPYC)',
      'elsewhere',
    ],
  ])('held to %s', (_, to, atMost, goal, verdict) => {
    expect(targetLines(rows, targetsHeld(to, { atMost }))[0]).toMatchObject({ goal, verdict })
  })

  test('held to memory, which the counting build measures', () => {
    const target = targetsHeld({ to: 'memory', bytes: 2048 }, { engine: 'native' })
    const native = { ...row(sign, 'native', 8_000), allocatedBytes: 1024, allocations: 3 }
    expect(targetLines([native], target)[0]).toMatchObject({
      ratio: { value: 0.5 },
      goal: 'at most 2048 B allocated',
      verdict: 'met',
    })
    expect(targetLines([row(sign, 'native', 1)], target)[0]?.verdict).toBe('n/a')
  })

  test('held to the best peer is n/a without the one that it is about', () => {
    const others = rows.filter(({ engine }) => engine !== 'libsodium-wrappers')
    expect(targetLines(others, targetsHeld(best))[0]).toMatchObject({
      peer: { name: '@noble/curves' },
      verdict: 'n/a',
    })
  })

  test('of a cold start is of cold rows', () => {
    const target = targetsHeld({ to: 'time', ns: 30e6 }, { cold: true })
    const cold = { ...row(sign, 'wasm-fma', 20e6), state: 'cold' as const }
    expect(targetLines([cold, ...rows], target)[0]).toMatchObject({ ours: 20e6, verdict: 'met' })
    expect(targetLines(rows, target)[0]?.verdict).toBe('n/a')
  })

  test('is n/a where a row is not there, or is cold', () => {
    expect(targetLines([], targetsHeld({ to: 'time', ns: 1 }))[0]?.verdict).toBe('n/a')
    expect(targetLines(rows.slice(0, 1), targetsHeld({ to: 'native' }))[0]?.verdict).toBe('n/a')
    const cold = { ...row(sign, 'wasm-fma', 1), state: 'cold' as const }
    expect(targetLines([cold], targetsHeld({ to: 'time', ns: 1 }))[0]?.verdict).toBe('n/a')
  })
})

test.each<[string, Target['held'], Partial<Target>, string]>([
  ['the engine', { to: 'time', ns: 1 }, { case: 'other' }, 'no row of wasm-fma'],
  ['a cold start', { to: 'time', ns: 1 }, { cold: true }, 'no row of wasm-fma, cold'],
  ['native', { to: 'native' }, {}, 'no row of native'],
  ['a peer', { to: 'peer', peer: 'secp256k1' }, {}, 'no row of secp256k1'],
  ['another case', { to: 'case', case: 'other' }, {}, 'no row of other'],
  ['a count of memory', { to: 'memory', bytes: 1 }, {}, 'no allocations were counted'],
])('a line without %s says so', (_, to, rest, lacks) => {
  const [line] = targetLines([row(sign, 'wasm-fma', 1)], targetsHeld(to, rest))
  expect(line).toMatchObject({ verdict: 'n/a', lacks })
})

test('there is a line for each target', () => {
  expect(targetLines([])).toHaveLength(targets.length)
})
