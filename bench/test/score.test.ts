import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { overview } from '../overview.js'
import { plainCases } from '../plain.js'
import { speedupDots } from '../plots/index.js'
import { frontEngine, scoreOf, speedupsOf, verdictOf } from '../score.js'
import { cases } from '../suites/index.js'
import { row } from './samples.js'

const rows = [
  row('sign Ed25519', 'wasm-fma', 10),
  row('sign Ed25519', 'wasm', 30),
  row('sign Ed25519', 'WebCrypto', 40),
  row('sign Ed25519', 'jose', 20),
  row('verify P-256', 'wasm-fma', 80),
  row('verify P-256', 'WebCrypto', 40),
  row('receipt verify', 'wasm-fma', 7),
  row('generate Ed25519', 'wasm-fma', 1),
  row('generate Ed25519', 'WebCrypto', 1_000),
]

test('the overview has cases that there are, each once, those of the plain words among them', () => {
  for (const name of overview)
    expect(
      cases.filter((item) => item.name === name),
      name,
    ).toHaveLength(1)
  expect([...plainCases].filter((name) => !overview.has(name))).toEqual([])
})

test('a speed-up is over the fastest peer, on one engine', () => {
  const found = speedupsOf(rows, 'wasm-fma')
  expect(found.map(({ ours, peer, ratio }) => [ours.case, peer.engine, ratio.value])).toEqual([
    ['sign Ed25519', 'jose', 2],
    ['verify P-256', 'WebCrypto', 0.5],
    ['generate Ed25519', 'WebCrypto', 1_000],
  ])
  expect(found.map(({ ratio }) => verdictOf(ratio))).toEqual(['faster', 'slower', 'faster'])
  expect(verdictOf({ low: 0.99, high: 1.2, value: 1.1 })).toBe('same')
})

test('the score is the mean over the overview, whatever else was timed', () => {
  const score = scoreOf(rows)
  expect(score?.value).toBeCloseTo(1, 9)
  expect(score).toMatchObject({ engine: 'wasm-fma', timed: 3 })
  expect(score?.speedups.map(({ ours }) => ours.case)).toEqual(['sign Ed25519', 'verify P-256'])
  expect(score && score.low < 1 && score.high > 1).toBe(true)
})

test('no engine stands in for another, and without a peer there is no score', () => {
  expect(frontEngine([row('a', 'native', 1), row('a', 'wasm', 1)])).toBe('wasm')
  expect(frontEngine([row('a', 'jose', 1)])).toBeUndefined()
  // The engine in front did not do this case.
  const gap = [...rows, row('seal 64 B', 'wasm', 1), row('seal 64 B', 'libsodium-wrappers', 9)]
  expect(scoreOf(gap)?.speedups).toHaveLength(2)
  expect(scoreOf([row('sign Ed25519', 'wasm-fma', 1)])).toBeUndefined()
  expect(
    scoreOf([row('sign Ed25519', 'wasm', 1), row('sign Ed25519', 'pqcrypto-dilithium', 2)]),
  ).toBe(undefined)
})

test('the chart of a score says each case, who is beside it, and by how much', () => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const score = scoreOf(rows)
  if (!score) throw new Error('there is no score')
  const svg = speedupDots(document as unknown as Document, score)
  expect(svg.getAttribute('role')).toBe('img')
  expect(svg.getAttribute('aria-label')).toBe(
    '1.00× as fast, by geometric mean. sign Ed25519: 2.00× jose; verify P-256: 0.50× WebCrypto',
  )
  expect(svg.textContent).toContain('2.00× jose')
  expect(svg.querySelectorAll('circle')).toHaveLength(2)
})
