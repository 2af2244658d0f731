import { describe, expect, test } from 'vitest'
import { HttpSig } from '../src/subpath/all.js'
import { code, now, plain, signer, trust } from './setup/httpSig.js'

describe('refusals', () => {
  const signed = HttpSig.sign(plain(), signer, { created: now, expires: new Date(+now + 60_000) })

  test.each([
    ['ERR_HTTP_SIG_EXPIRED', {}, { now: new Date(+now + 120_000) }],
    ['ERR_HTTP_SIG_NOT_YET', {}, { now: new Date(+now - 61_000) }],
    ['ERR_HTTP_SIG_TOO_OLD', {}, { now: new Date(+now + 80_000), maxAge: 10 }],
    ['ERR_HTTP_SIG_NONCE', { nonce: false as const }, { requireNonce: true }],
    ['ERR_HTTP_SIG_TAG', {}, { tag: 'x' }],
    ['ERR_HTTP_SIG_TIME', {}, { maxLifetime: 10 }],
    ['ERR_HTTP_SIG_UNCOVERED', { components: ['@method'] }, {}],
    ['ERR_HTTP_SIG_UNCOVERED', {}, { required: ['content-type'] }],
    ['ERR_HTTP_SIG_ALGORITHM', {}, { algorithms: ['hmac-sha256'] }],
    ['ERR_HTTP_SIG_MISSING', {}, { label: 'other' }],
    ['ERR_ARGUMENT', {}, { now: 5 as never }],
    ['ERR_ARGUMENT', {}, {}, null as never],
  ])('%s', async (want, how, options, whom: HttpSig.TrustSource = trust) => {
    const made =
      Object.keys(how).length === 0
        ? signed
        : HttpSig.sign(plain(), signer, { created: now, ...how })
    await expect(HttpSig.verify(made, whom, { now, ...options } as never)).rejects.toThrowError(
      code(want),
    )
  })

  test.each([
    ['ERR_HTTP_SIG_MESSAGE', [['X', 'a\r\nSignature: b']]],
    ['ERR_HTTP_SIG_MESSAGE', [['X', 'folded\r\n value']]],
    [
      'ERR_STRUCTURED_FIELD_MALFORMED',
      [
        ['Signature-Input', 'sig1=()'],
        ['Signature', 'sig1=:'],
      ],
    ],
    ['ERR_HTTP_SIG_MISSING', [['Signature-Input', 'sig1=()']]],
    ['ERR_ARGUMENT', [['X']]],
  ])('hostile fields: %s', async (want, headers) => {
    await expect(HttpSig.verify(plain({ headers: headers as never }), trust)).rejects.toThrowError(
      code(want),
    )
  })

  test('unverified claims are listed', () => {
    expect(HttpSig.list(signed)).toEqual([
      {
        label: 'sig1',
        components: ['"@method"', '"@target-uri"', '"content-digest"'],
        created: 1_760_000_000,
        expires: 1_760_000_060,
        nonce: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
  })
})
