/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import es6 from '../../rust/vectors/jcs/es6_numbers_1-1000.txt?raw'
import * as check from '../src/check.js'
import { call } from '../src/engine/slot.js'
import { jcs, jcsBytes } from '../src/jcs.js'

const code = (run: () => unknown, want: string) =>
  expect(run).toThrowError(expect.objectContaining({ code: want, name: 'CountersignError' }))

const utf8 = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

const inputs = import.meta.glob<string>('../../rust/vectors/jcs/cyberphone/input/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const outputs = import.meta.glob<string>('../../rust/vectors/jcs/cyberphone/output/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

describe('jcs', () => {
  test('has the cyberphone files', () => expect(Object.keys(inputs).length).toBe(4))

  test.each(Object.entries(inputs))('writes %s', (path, input) => {
    const output = outputs[path.replace('/input/', '/output/')] as string
    expect(jcs(input)).toBe(output)
    expect(jcsBytes(input)).toEqual(new TextEncoder().encode(output))
  })

  test('spells the doubles of the ES6 file', () => {
    const view = new DataView(new ArrayBuffer(8))
    for (const line of es6.trim().split('\n')) {
      const [bits, want] = line.split(',') as [string, string]
      view.setBigUint64(0, BigInt(`0x${bits}`))
      expect(jcs(view.getFloat64(0))).toBe(want)
    }
  })

  test.each([
    ['a member twice', '{"a":1,"a":2}', 'ERR_JSON_DUPLICATE'],
    ['a large integer', '9007199254740993', 'ERR_JSON_NUMBER'],
    ['a lone surrogate', '"\\ud800"', 'ERR_JSON_SURROGATE'],
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), 'ERR_JSON_BOM'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'ERR_JSON_UTF8'],
    ['depth', '['.repeat(65) + ']'.repeat(65), 'ERR_JSON_DEPTH'],
    ['size', `"${'a'.repeat(1 << 20)}"`, 'ERR_JSON_SIZE'],
    ['text after the value', '{} {}', 'ERR_JSON_TRAILING'],
    ['a depth bomb', '['.repeat(1_000_000), 'ERR_JSON_DEPTH'],
  ])('refuses %s', (_, text, want) => {
    code(() => jcs(text), want)
    code(() => jcsBytes(text), want)
    if (typeof text === 'string') code(() => jcsBytes(new TextEncoder().encode(text)), want)
  })

  test.each([
    ['a byte that no letter has', [0x22, 0xff, 0x22], 1],
    ['a letter cut short', [0x22, 0xc3, 0xa9, 0xe2, 0x82, 0x22], 3],
    ['a replacement character cut short', [0x22, 0xef, 0xbf, 0x22], 1],
    ['half a letter at the end', [0xef, 0xbb, 0xbf, 0x22, 0xef, 0xbf], 4],
  ])('names the first byte that is not UTF-8: %s', (_, bytes, at) => {
    const named = expect.objectContaining({ code: 'ERR_JSON_UTF8', at })
    expect(() => jcs(new Uint8Array(bytes))).toThrow(named)
  })

  test('is limited here as in the core', () => {
    const text = (size: number) => `"${'a'.repeat(size - 2)}"`
    const core = (size: number) => call((engine) => engine.encodingJcs(text(size)))
    expect(core(check.maxDocument)).toHaveLength(check.maxDocument)
    code(() => core(check.maxDocument + 1), 'ERR_JSON_SIZE')
    expect(jcs(text(check.maxDocument))).toHaveLength(check.maxDocument)
    // Fewer letters than bytes: what passes here is counted again there.
    code(() => jcs(`"${'€'.repeat(check.maxDocument / 2)}"`), 'ERR_JSON_SIZE')
  })

  test.each([10, 16_384, 16_385, 65_535, 65_536, 200_000])(
    'takes a text of %i letters',
    (length) => {
      for (const letter of ['a', 'é', '€']) {
        const text = `"${letter.repeat(length - 2)}"`
        const bytes = new TextEncoder().encode(text)
        expect(jcs(text)).toBe(text)
        expect(jcs(bytes)).toBe(text)
        expect(utf8(jcsBytes(bytes))).toBe(text)
      }
    },
  )

  test('takes a text whose canonical form is longer', () => {
    const numbers = Array.from({ length: 4000 }, () => '1e20')
    const want = `[${numbers.map(() => '100000000000000000000').join(',')}]`
    expect(jcs(`[${numbers.join(',')}]`)).toBe(want)
    expect(utf8(jcsBytes(new TextEncoder().encode(`[${numbers.join(',')}]`)))).toBe(want)
  })

  const circular: unknown[] = []
  circular.push(circular)
  test.each([
    ['NaN', Number.NaN],
    ['Infinity in a list', [Number.POSITIVE_INFINITY]],
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a function', () => 1],
    ['a symbol', { a: Symbol('a') }],
    ['a bigint', 1n],
    ['a Map', new Map()],
    ['another typed array', new Uint16Array(1)],
    ['bytes in a member', { a: new Uint8Array(1) }],
    ['a circle', circular],
    ['a lone surrogate in text', '"\ud800"'],
  ])('refuses a value that JSON would alter: %s', (_, value) =>
    code(() => jcs(value as string), 'ERR_ARGUMENT'),
  )

  test('a lone surrogate in a value', () => code(() => jcs(['\ud800']), 'ERR_JSON_SURROGATE'))

  test('drops an undefined member, as JSON does', () =>
    expect(jcs({ b: undefined, a: 1 })).toBe('{"a":1}'))

  test('sorts by UTF-16 code units', () =>
    expect(jcs({ '\ufb33': 1, '\u{1f602}': 2 })).toBe('{"\u{1f602}":2,"\ufb33":1}'))
})
