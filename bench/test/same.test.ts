import { expect, test } from 'vitest'
import { same } from '../same.js'

const value = () => ({
  bytes: Uint8Array.of(1, 2),
  list: [1n, 'a', null, undefined],
  at: new Date(5),
  deep: { id: 'x', nothing: Number.NaN },
})

test('equal results are the same, whatever thread they came from', () => {
  expect(same(value(), value())).toBe(true)
  expect(same(value(), structuredClone(value()))).toBe(true)
  expect(same(Buffer.from([1, 2]), Uint8Array.of(1, 2))).toBe(true)
})

test.each<[string, object]>([
  ['other bytes', { bytes: Uint8Array.of(1, 3) }],
  ['fewer bytes', { bytes: Uint8Array.of(1) }],
  ['another list', { list: [1n, 'a', null, 0] }],
  ['another date', { at: new Date(6) }],
  ['no date', { at: 5 }],
  ['a member more', { more: undefined }],
  ['a class', { deep: new Map() }],
])('%s is not', (_, change) => {
  expect(same({ ...value(), ...change }, value())).toBe(false)
  expect(same(value(), { ...value(), ...change })).toBe(false)
})
