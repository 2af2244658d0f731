import { describe, expect, test } from 'vitest'
import basic from '../../rust/vectors/multibase/basic.csv?raw'
import leadingZero from '../../rust/vectors/multibase/leading_zero.csv?raw'
import { Encoding } from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const { base58, base64, base64url, hex, multibase, varint } = Encoding
const utf8 = (text: string) => new TextEncoder().encode(text)

const codecs = { base58, base64, base64url, hex }

describe('text of bytes', () => {
  test.each([
    ['hex', '00ff'],
    ['base58', '15Q'],
    ['base64', 'AP8='],
    ['base64url', 'AP8'],
  ] as const)('%s', (name, text) => {
    const bytes = new Uint8Array([0, 255])
    expect(codecs[name].encode(bytes)).toBe(text)
    expect(codecs[name].decode(text)).toEqual(bytes)
    expect(codecs[name].decode('')).toEqual(new Uint8Array())
  })

  test.each(Object.entries(codecs))('%s holds every byte', (_, codec) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(codec.decode(codec.encode(bytes))).toEqual(bytes)
  })

  test.each([
    ['hex', 'AB'],
    ['hex', '0'],
    ['base58', '0'],
    ['base58', 'é'],
    ['base64', 'AP8'],
    ['base64', 'AP9='],
    ['base64url', 'AP8='],
    ['base64url', 'AP9'],
    ['base64url', 'A\n'],
  ] as const)('%s refuses %j', (name, text) => {
    expect(() => codecs[name].decode(text)).toThrowError(code('ERR_ENCODING_MALFORMED'))
  })

  test('base58 is bounded', () => {
    expect(() => base58.encode(new Uint8Array(5_999))).toThrowError(code('ERR_LIMIT_EXCEEDED'))
    expect(() => base58.decode('1'.repeat(8_193))).toThrowError(code('ERR_LIMIT_EXCEEDED'))
  })

  test.each(Object.entries(codecs))('%s refuses other types', (_, codec) => {
    for (const value of [
      undefined,
      null,
      5,
      {},
      [1],
      '00',
      new Uint8ClampedArray(2),
      new ArrayBuffer(2),
    ])
      expect(() => codec.encode(value as Uint8Array)).toThrowError(code('ERR_ARGUMENT'))
    for (const value of [undefined, null, 5, {}, new Uint8Array(2), '\ud800'])
      expect(() => codec.decode(value as string)).toThrowError(code('ERR_ARGUMENT'))
    const detached = new Uint8Array(2)
    structuredClone(detached.buffer, { transfer: [detached.buffer] })
    expect(() => codec.encode(detached)).toThrowError(code('ERR_ARGUMENT'))
  })
})

describe('multibase', () => {
  test.each([
    ['basic', basic, 'yes mani !'],
    ['leading zero', leadingZero, '\0yes mani !'],
  ])('%s vectors', (_, file, value) => {
    const rows = file.trim().split('\n').slice(1)
    const known = rows.map((row) => row.split(', ')).filter(([name]) => name !== 'base256emoji')
    expect(known).toHaveLength(multibase.bases.length)
    for (const [name, quoted] of known) {
      const [base, text] = [name as Encoding.multibase.Base, quoted!.slice(1, -1)]
      expect(multibase.encode(utf8(value), base)).toBe(text)
      expect(multibase.decode(text)).toEqual({ base, bytes: utf8(value) })
    }
  })

  test.each([
    ['', 'ERR_MULTIBASE_UNKNOWN'],
    ['!', 'ERR_MULTIBASE_UNKNOWN'],
    ['fAB', 'ERR_ENCODING_MALFORMED'],
    ['u_', 'ERR_ENCODING_MALFORMED'],
    [`z${'1'.repeat(8_193)}`, 'ERR_LIMIT_EXCEEDED'],
  ])('refuses %.8j', (text, expected) => {
    expect(() => multibase.decode(text)).toThrowError(code(expected))
  })

  test('refuses a base that is not in the list', () => {
    for (const base of ['base256emoji', 'z', 5, undefined])
      expect(() => multibase.encode(utf8(''), base as Encoding.multibase.Base)).toThrowError(
        code('ERR_ARGUMENT'),
      )
  })
})

describe('varint', () => {
  test.each([
    [0, [0]],
    [127, [127]],
    [128, [0x80, 1]],
    [0xed, [0xed, 1]],
    [Number.MAX_SAFE_INTEGER, [255, 255, 255, 255, 255, 255, 255, 15]],
  ])('%d', (value, bytes) => {
    expect(varint.encode(value)).toEqual(new Uint8Array(bytes))
    const more = new Uint8Array([...bytes, 9])
    expect(varint.decode(more)).toEqual({ value, length: bytes.length })
  })

  test('refuses what is not one', () => {
    for (const bytes of [[], [0x80], [0x80, 0], Array.from({ length: 10 }, () => 0x80)])
      expect(() => varint.decode(new Uint8Array(bytes))).toThrowError(
        code('ERR_ENCODING_MALFORMED'),
      )
    const over = new Uint8Array([255, 255, 255, 255, 255, 255, 255, 31])
    expect(() => varint.decode(over)).toThrowError(code('ERR_LIMIT_EXCEEDED'))
    for (const value of [-1, 0.5, NaN, 2 ** 53, '1', undefined])
      expect(() => varint.encode(value as number)).toThrowError(code('ERR_ARGUMENT'))
  })
})
