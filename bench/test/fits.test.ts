import { expect, test } from 'vitest'
import { familiesOf, familyName, fitsOf, line } from '../fits.js'
import { row } from './samples.js'

test('a line through points that lie on it', () => {
  const { intercept, slope, moe, r2 } = line([1, 2, 5, 10].map((x) => ({ x, y: 7 + 3 * x })))
  expect(intercept).toBeCloseTo(7, 9)
  expect(slope).toBeCloseTo(3, 9)
  expect(moe).toBeCloseTo(0, 9)
  expect(r2).toBeCloseTo(1, 12)
})

test('a line through points with errors, by the normal equations', () => {
  // Weights 1/y²: with y = 1, 2, 2 and x = 0, 1, 2, W = 1.5, means x = 0.5, y = 4/3, Sxx = 0.875, Sxy = 0.5.
  const { intercept, slope, r2 } = line([
    { x: 0, y: 1 },
    { x: 1, y: 2 },
    { x: 2, y: 2 },
  ])
  expect(slope).toBeCloseTo(0.5 / 0.875, 9)
  expect(intercept).toBeCloseTo(4 / 3 - (0.5 * 0.5) / 0.875, 9)
  expect(r2).toBeGreaterThan(0.5)
  expect(r2).toBeLessThan(1)
})

test.each([
  ['sign in a ring of 8, Ed25519 (ring-go)', 'n', 8, 'sign in a ring of #, Ed25519 (ring-go)'],
  [
    'chain of 2 against a list of 10,000 revoked',
    'n',
    10_000,
    'chain of 2 against a list of # revoked',
  ],
  ['seal 64 B into memory of the caller', 'bytes', 64, 'seal # into memory of the caller'],
  ['content digest, 16 KB', 'bytes', 16_384, 'content digest, #'],
  ['seal 100 messages of 64 B, one by one', 'bytes', 64, 'seal 100 messages of #, one by one'],
  ['seal 100 messages of 64 B, one by one', 'n', 100, 'seal # messages of 64 B, one by one'],
  ['sign Ed25519', 'n', 25519, undefined],
  ['seal 64 B', 'bytes', 65, undefined],
] as const)('%s belongs by %s = %i to %s', (name, by, x, family) => {
  expect(familyName(name, by, x)).toBe(family)
})

test('families need three sizes, and each engine has its own', () => {
  const rows = ['native', 'wasm'].flatMap((engine) =>
    [2, 4, 8].map((n) => ({ ...row(`verify in a ring of ${n}, Ed25519`, engine, 10 + n), n })),
  )
  const two = [1, 2].map((n) => ({ ...row(`verify all keys, ${n}`, 'native', n), n }))
  expect(familiesOf([...rows, ...two]).map(({ family, engine }) => [family, engine])).toEqual([
    ['verify in a ring of #, Ed25519', 'native'],
    ['verify in a ring of #, Ed25519', 'wasm'],
  ])
  const fit = fitsOf(rows)[0]
  expect(fit).toMatchObject({ by: 'n', per: 'ring member', points: 3 })
  expect(fit?.slope).toBeCloseTo(1, 9)
  expect(fit?.intercept).toBeCloseTo(10, 9)
})

test('cold rows are in no family', () => {
  const rows = [2, 4, 8].map((n) => ({
    ...row(`load ${n} keys`, 'wasm', n),
    n,
    state: 'cold' as const,
  }))
  expect(familiesOf(rows)).toEqual([])
})
