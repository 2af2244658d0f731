import { describe, expect, test } from 'vitest'
import dictionaries from '../../rust/vectors/structured-fields/dictionary.json' with {
  type: 'json',
}
import { StructuredFields } from '../src/hazmat.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })

describe('StructuredFields', () => {
  test('the vectors for dictionaries', () => {
    for (const row of dictionaries as {
      raw: string[]
      must_fail?: boolean
      canonical?: string[]
    }[]) {
      const parse = () => StructuredFields.parse(row.raw.join(', '), 'dictionary')
      if (row.must_fail) expect(parse).toThrowError(code('ERR_STRUCTURED_FIELD_MALFORMED'))
      else
        expect(StructuredFields.serialize(parse(), 'dictionary')).toBe(
          (row.canonical ?? row.raw).join(', '),
        )
    }
  })

  test('every type has its form', () => {
    const text =
      '1, 1.5, "a\\"b", tok/en, :AQI=:, ?0, @1659578233, %"f%c3%bc", (a;q=1 "b");n;m=?0, c;d=:AA==:'
    const list = StructuredFields.parse(text, 'list')
    expect(list.map((member) => ('items' in member ? 'list' : member.bare.value))).toEqual([
      1,
      1.5,
      'a"b',
      'tok/en',
      new Uint8Array([1, 2]),
      false,
      1659578233,
      'fü',
      'list',
      'c',
    ])
    expect(StructuredFields.serialize(list, 'list')).toBe(text)
  })

  test('nothing is no field', () => {
    expect(StructuredFields.serialize([], 'list')).toBe('')
    expect(StructuredFields.parse('', 'dictionary')).toEqual([])
  })

  test.each([
    ['ERR_STRUCTURED_FIELD_VALUE', { bare: { type: 'string', value: 'ü' } }],
    ['ERR_STRUCTURED_FIELD_VALUE', { bare: { type: 'integer', value: 1e15 } }],
    ['ERR_STRUCTURED_FIELD_VALUE', {}],
    ['ERR_STRUCTURED_FIELD_VALUE', [[[[]]]]],
    ['ERR_ARGUMENT', { bare: { type: 'decimal', value: Number.NaN } }],
  ])('%s', (want, value) => {
    expect(() => StructuredFields.serialize(value as never, 'item')).toThrowError(code(want))
  })

  test('arguments are checked', () => {
    expect(() => StructuredFields.parse(1 as never, 'item')).toThrowError(code('ERR_ARGUMENT'))
    expect(() => StructuredFields.parse('1', 'set' as never)).toThrowError(code('ERR_ARGUMENT'))
  })
})
