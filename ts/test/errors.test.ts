// An error says what is wrong in fields, whoever found it: the core, the checks of arguments, or a worker.

import { describe, expect, it } from 'vitest'

import { CountersignError, Encoding, isCountersignError, Keys } from '../src/subpath/all.js'

/** What a call threw, without the stack. */
function thrown(call: () => unknown): Record<string, unknown> {
  try {
    call()
  } catch (error) {
    if (!isCountersignError(error)) throw error
    return { ...error, message: error.message }
  }
  throw new Error('nothing was thrown')
}

describe('data of an error', () => {
  it('comes from the core as fields', () => {
    expect(thrown(() => Encoding.hex.decode('0G'))).toEqual({
      name: 'CountersignError',
      code: 'ERR_ENCODING_MALFORMED',
      message: 'the text is not canonical lower-case hex',
      want: 'lower-case hex',
    })
  })

  it('says the place as a number', () => {
    expect(thrown(() => Encoding.jcs('{"a":1,"a":2}'))).toMatchObject({
      code: 'ERR_JSON_DUPLICATE',
      at: 9,
    })
  })

  it('comes from the checks of arguments too', () => {
    expect(thrown(() => Encoding.hex.encode('text' as never))).toMatchObject({
      code: 'ERR_ARGUMENT',
      member: 'bytes',
      want: 'a Uint8Array',
      got: 'string',
    })
  })

  it('names the member that is unknown', () => {
    const options = { publicKey: new Uint8Array(), secret: 1 } as never
    expect(thrown(() => Keys.verify(options))).toMatchObject({
      code: 'ERR_ARGUMENT',
      member: 'secret',
    })
  })

  it('leaves out what a failure does not have', () => {
    const error = new CountersignError('ERR_REPLAY', 'seen before', { limit: 3 })
    expect(Object.keys(error).sort()).toEqual(['code', 'limit', 'name'])
    expect('want' in error).toBe(false)
  })
})
