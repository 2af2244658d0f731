import { describe, expect, test } from 'vitest'
import * as check from '../src/check.js'

const refused = (run: () => unknown) =>
  expect(run).toThrowError(
    expect.objectContaining({ code: 'ERR_ARGUMENT', name: 'CountersignError' }),
  )

/** `lib` of the package does not have them yet. */
const resizable = (size: number) =>
  new (
    ArrayBuffer as unknown as new (
      size: number,
      options: { maxByteLength: number },
    ) => ArrayBuffer & { resize(size: number): void }
  )(size, { maxByteLength: 8 })

/** Shared memory, also in a browser that has no `SharedArrayBuffer` to make it with. */
const shared = () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer

describe('bytes', () => {
  test.each([
    ['a number', 5],
    ['null', null],
    ['undefined', undefined],
    ['a string', 'a'.repeat(64)],
    ['an array', [1, 2, 3]],
    ['an ArrayBuffer', new ArrayBuffer(4)],
    ['another typed array', new Uint16Array(2)],
    ['a DataView', new DataView(new ArrayBuffer(4))],
    ['an object with the tag', { length: 3, [Symbol.toStringTag]: 'Uint8Array' }],
  ])('refuses %s', (_, value) => refused(() => check.bytes(value, 'value')))

  test('refuses a detached buffer', () => {
    const value = new Uint8Array(4)
    structuredClone(value.buffer, { transfer: [value.buffer] })
    refused(() => check.bytes(value, 'value'))
  })

  test('refuses a wrong length', () => refused(() => check.bytes(new Uint8Array(31), 'value', 32)))

  test('copies shared memory, so that nobody can change it between check and use', () => {
    const value = new Uint8Array(shared(), 0, 2)
    const safe = check.bytes(value, 'value')
    value[0] = 1
    expect(safe).toEqual(new Uint8Array(2))
  })

  test('copies shared memory under a false tag', () => {
    const memory = shared()
    const type = Object.getPrototypeOf(memory) as object
    const tag = Object.getOwnPropertyDescriptor(type, Symbol.toStringTag) as PropertyDescriptor
    Object.defineProperty(type, Symbol.toStringTag, { value: 'ArrayBuffer', configurable: true })
    try {
      expect(check.bytes(new Uint8Array(memory, 0, 2), 'value').buffer).not.toBe(memory)
    } finally {
      Object.defineProperty(type, Symbol.toStringTag, tag)
    }
  })

  test('copies memory that can be resized', () => {
    const memory = resizable(4)
    const safe = check.bytes(new Uint8Array(memory), 'value')
    memory.resize(0)
    expect(safe).toEqual(new Uint8Array(4))
  })

  test('refuses an array that its buffer no longer holds', () => {
    const memory = resizable(4)
    const value = new Uint8Array(memory, 2, 2)
    memory.resize(1)
    refused(() => check.bytes(value, 'value'))
  })

  test.each([0, 2, 1_000_000])('goes by the real length of a subclass that states %i', (length) => {
    class Liar extends Uint8Array {
      override get length() {
        return length
      }
    }
    const safe = check.bytes(new Liar([1, 2, 3]), 'value', 3)
    expect([safe.length, ...safe]).toEqual([3, 1, 2, 3])
  })

  test('goes by the real length of an array with a property of that name', () => {
    const value = Object.defineProperty(new Uint8Array([1, 2, 3]), 'length', { value: 0 })
    expect(Array.from(check.bytes(value, 'value'))).toEqual([1, 2, 3])
  })

  test('refuses more than an engine takes', () => {
    expect(() => check.bytes(new Uint8Array(check.maxBytes + 1), 'value')).toThrowError(
      expect.objectContaining({ code: 'ERR_LIMIT_EXCEEDED' }),
    )
  })

  test('takes an empty array', () => expect(check.bytes(new Uint8Array(), 'value').length).toBe(0))
})

describe('text', () => {
  test.each([
    ['a number', 5],
    ['null', null],
    ['a String object', new String('a')],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
  ])('refuses %s', (_, value) => refused(() => check.text(value, 'value')))

  test('takes a pair', () => expect(check.text('\ud83d\ude00', 'value')).toBe('😀'))
})

describe('others', () => {
  test.each([
    ['integer, fraction', () => check.integer(1.5, 'n')],
    ['integer, NaN', () => check.integer(Number.NaN, 'n')],
    ['integer, over', () => check.within(0, 10)(11, 'n')],
    ['integer, text', () => check.integer('1', 'n')],
    ['boolean, 1', () => check.boolean(1, 'b')],
    ['record, null', () => check.record(null, 'r')],
    ['record, array', () => check.record([], 'r')],
    ['list, object', () => check.list({}, 'l')],
    ['oneOf', () => check.oneOf('c', 'o', ['a', 'b'])],
    ['callable', () => check.callable({}, 'f')],
    ['seconds, number', () => check.seconds(1, 's')],
    ['seconds, invalid', () => check.seconds(new Date(Number.NaN), 's')],
    ['seconds, before 1970', () => check.seconds(new Date(-1), 's')],
  ])('%s', (_, run) => refused(run))

  test('a message never shows the value', () => {
    expect(() => check.bytes('secret', 'seed')).toThrowError(
      /^seed must be a Uint8Array, got string$/,
    )
  })
})

describe('a Date', () => {
  test.each<[string, unknown]>([
    ['an object that says so', { [Symbol.toStringTag]: 'Date', getTime: () => 5 }],
    ['one before 1970', new Date(-1)],
    ['one that is none', new Date(Number.NaN)],
    ['a number', 5],
  ])('is not %s', (_, value) => refused(() => check.seconds(value, 'value')))

  test('is asked by no method of its own', () => {
    const value = Object.assign(new Date(5_000), { getTime: () => 9_000 })
    expect(check.seconds(value, 'value')).toBe(5)
  })
})

test('a text has a limit, and one that encodes bytes a higher one', () => {
  const long = 'a'.repeat(check.maxDocument + 1)
  expect(() => check.text(long, 'value')).toThrowError(
    expect.objectContaining({ code: 'ERR_LIMIT_EXCEEDED' }),
  )
  expect(check.longText(long, 'value')).toBe(long)
})
