// What the engines say of logs that another implementation made.

import { describe, expect, test } from 'vitest'
import at72h from '../../rust/vectors/did/did-plc/nullification_at_72h.json' with { type: 'json' }
import nested from '../../rust/vectors/did/did-plc/nullification_nested.json' with { type: 'json' }
import { Did } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'
import { cases } from './setup/plcCases.js'

const made = cases()
const thrown = (run: () => unknown): Error => {
  try {
    return new Error(`no error, but ${JSON.stringify(run())}`)
  } catch (error) {
    return error as Error
  }
}

describe('own logs', () => {
  test.each(made.filter((row) => row.document))('$name', ({ did, log, document }) => {
    expect(Did.documentFrom(JSON.stringify(log), { did })).toEqual(document)
  })

  test.each(made.filter((row) => row.code))(
    'refused: $name',
    ({ did, log, code, at: position }) => {
      const error = thrown(() => Did.documentFrom(JSON.stringify(log), { did }))
      expect(error).toEqual(refusal(code ?? ''))
      if (position !== undefined)
        expect(error.message).toContain(`operation ${position} in the log`)
    },
  )
})

describe('logs of the reference implementation', () => {
  test('a recovery at exactly 72 hours', () => {
    const did = at72h[0]?.did ?? ''
    expect(Did.documentFrom(at72h, { did }).alsoKnownAs).toEqual(['at://op3'])
  })

  test('recoveries inside recoveries', () => {
    const did = nested[0]?.did ?? ''
    expect(Did.documentFrom(nested, { did }).alsoKnownAs).toEqual(['at://op7'])
  })
})

test('of another method what came is the document, and is checked', () => {
  const document = { id: 'did:web:a.example' }
  expect(Did.documentFrom(document, { did: 'did:web:a.example' })).toEqual(document)
  expect(() => Did.documentFrom(document, { did: 'did:web:b.example' })).toThrow(
    refusal('ERR_DID_DOCUMENT_ID'),
  )
})
