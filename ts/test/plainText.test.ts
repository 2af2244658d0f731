import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '../src/document/plain.js'

const nested = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

test('is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const names = new Set<string>()
      JSON.stringify(value, (name, member) => {
        names.add(name)
        return member
      })
      fc.pre(![...names].some((name) => name in Object.prototype))
      expect(plainText(value)).toBe(JSON.stringify(value))
    }),
  )
  const rows = [
    null,
    -0,
    '"\\\u2028\ud800',
    [],
    { 2: 'b', a: [], 1: {} },
    { a: undefined, b: 1 },
    nested(64),
    Object.assign(Object.create(null), { a: 1 }),
  ]
  for (const value of rows) expect(plainText(value)).toBe(JSON.stringify(value))
})

test('is nothing for what is not plain', () => {
  const circle: unknown[] = []
  circle.push(circle)
  const rows = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    1n,
    Symbol('a'),
    () => 1,
    [undefined],
    { a: { b: () => 1 } },
    new Date(0),
    new Map(),
    new Uint8Array(1),
    { toJSON: 1 },
    JSON.parse('{"__proto__":{"a":1}}'),
    { constructor: 1 },
    nested(65),
    circle,
  ]
  for (const value of rows) expect(plainText(value)).toBeUndefined()
})

test('is nothing where somebody changed what all objects have', () => {
  // The values themselves inherit none of it; their copies do.
  const bare = Object.assign(Object.create(null), { x: 1 })
  const list = Object.setPrototypeOf([1], null)
  const changes: [object, string, PropertyDescriptor, unknown][] = [
    [Object.prototype, 'toJSON', { value: () => 'p' }, bare],
    [Array.prototype, 'toJSON', { value: () => 'p' }, list],
    [Object.prototype, 'x', { set() {} }, bare],
    [Array.prototype, '0', { set() {} }, list],
  ]
  for (const [holder, name, change, value] of changes) {
    expect(plainText(value)).toBe(value === bare ? '{"x":1}' : '[1]')
    Object.defineProperty(holder, name, { ...change, configurable: true })
    try {
      expect(plainText(value)).toBeUndefined()
    } finally {
      Reflect.deleteProperty(holder, name)
    }
  }
})

test('is nothing for more values than a document has, though few are given', () => {
  let value: unknown = 1
  for (let level = 0; level < 30; level += 1) value = [value, value]
  expect(plainText(value)).toBeUndefined()
})

test('leaves the text of a number to the host', () => {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => object }
  if (rawJSON) expect(plainText({ a: rawJSON('9007199254740993') })).toBeUndefined()
})

test('reads each member once', () => {
  let reads = 0
  const twice = {
    get a() {
      reads += 1
      return reads === 1 ? 'first' : () => 'second'
    },
  }
  expect(plainText({ list: [twice] })).toBe('{"list":[{"a":"first"}]}')
  expect(reads).toBe(1)
})
