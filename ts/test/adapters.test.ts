import { describe, expect, test } from 'vitest'
import { a2aCardFetch, a2aCardSigner, a2aCardVerifier } from '../src/subpath/adapters/a2a.js'
import { mcpClientAuth } from '../src/subpath/adapters/mcp.js'
import { Card, Jws, Keys } from '../src/subpath/all.js'
import { ledger } from './setup/card.js'
import './setup/context.js'
import { refusal } from './setup/help.js'

const kid = 'did:web:ledger.example#key-1'
const signer = Keys.generate('Ed25519')
const trust = { keys: [{ id: kid, key: signer.publicKey }] }
const card: Card.AgentCard = { ...ledger, capabilities: {} }
const old = {
  name: 'Ledger',
  description: 'Keeps the books',
  version: '1.0.0',
  protocolVersion: '0.3.0',
  url: 'https://ledger.example/a2a',
  preferredTransport: 'JSONRPC',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
}

/** An error with these members. */
const failure = (members: object) => expect.objectContaining(members) as unknown as Error

describe('a card with empty capabilities', () => {
  test('is not signed without a reading, and the error names the member', () => {
    expect(() => Card.sign(card, signer, { kid })).toThrowError(
      failure({ code: 'ERR_CARD_READINGS_DIFFER', path: '/capabilities' }),
    )
  })

  test('is signed with what the error asks for: a member of it, or a reading', () => {
    const told = { ...card, capabilities: { streaming: false } }
    const filled = Card.sign(told, signer, { kid })
    expect(Card.verify(JSON.stringify(filled), trust).card.capabilities).toEqual({
      streaming: false,
    })
    const options = { reading: 'a2a-sdk' } as const
    const read = Card.sign(card, signer, { kid, ...options })
    expect(Card.verify(JSON.stringify(read), trust, options).signer.trust).toBe('trusted')
  })
})

describe('a2aCardSigner', () => {
  test('signs each card once', async () => {
    const sign = a2aCardSigner(signer, { kid })
    const signed = await sign(card)
    expect(await sign(card)).toBe(signed)
    expect((signed as Card.AgentCard).signatures).toHaveLength(1)
  })

  test('asks a service that failed again', async () => {
    let fails = true
    const { publicKey, algorithm } = signer
    const service: Keys.Signer = {
      publicKey,
      algorithm,
      sign: async (message) => {
        if (fails) throw new Error('not now')
        return signer.sign(message)
      },
    }
    const sign = a2aCardSigner(service, { kid })
    await expect(sign(card)).rejects.toThrowError('not now')
    fails = false
    expect(((await sign(card)) as Card.AgentCard).signatures).toHaveLength(1)
  })

  test('names `Card.upgrade` for a card of 0.3', async () => {
    await expect(a2aCardSigner(signer, { kid })(old)).rejects.toThrowError(/Card\.upgrade/)
    await expect(a2aCardSigner(signer, { kid })(old)).rejects.toThrowError(
      refusal('ERR_CARD_FORM_UNSPECIFIED'),
    )
  })
})

describe('a2aCardFetch', () => {
  const giving = (body: unknown, status = 200) =>
    a2aCardFetch(trust, { fetch: (async () => Response.json(body, { status })) as typeof fetch })

  test('gives what the signature covers, and nothing else', async () => {
    const signed = await a2aCardSigner(signer, { kid })(card)
    const response = await giving({ ...signed, extra: 1 })('https://ledger.example/')
    const read = await response.json()
    expect(read).toMatchObject({ name: 'Ledger' })
    expect(read).not.toHaveProperty('extra')
  })

  test('keeps the signatures that hold', async () => {
    const signed = (await a2aCardSigner(signer, { kid })(card)) as Card.AgentCard
    const other = Keys.generate('Ed25519')
    const both = Card.sign(signed, other, { kid, reading: 'a2a-sdk' })
    const read = await (await giving(both)('https://ledger.example/')).json()
    expect(both.signatures).toHaveLength(2)
    expect(read.signatures).toEqual(signed.signatures)
  })

  const { signatures } = Card.sign(card, signer, { kid, reading: 'a2a-sdk' })
  const signedOld = { ...old, signatures }

  test.each([
    ['no signature', card, 'ERR_CARD_UNSIGNED'],
    ['another version', signedOld, 'ERR_CARD_FORM_UNSPECIFIED'],
  ] as const)('refuses a card of %s', async (_, body, code) => {
    await expect(giving(body)('https://ledger.example/')).rejects.toThrowError(refusal(code))
  })

  test('passes on an answer that is no card', async () => {
    const response = await giving({ error: 1 }, 404)('https://ledger.example/')
    expect(response.status).toBe(404)
  })
})

describe('a2aCardVerifier', () => {
  const toJSON = (read: { readonly inner: object }) => read.inner
  const signed = Card.sign(card, signer, { kid, reading: 'a2a-sdk' })
  const check = a2aCardVerifier(trust, { toJSON })

  test('accepts the JSON of a card that a trusted key signed', async () => {
    await expect(check({ inner: signed })).resolves.toBeUndefined()
  })

  test.each([
    ['changed', { ...signed, name: 'Other' }, 'ERR_CARD_SIGNATURE'],
    ['not signed', card, 'ERR_CARD_UNSIGNED'],
    ['of another version', { ...old, signatures: signed.signatures }, 'ERR_CARD_FORM_UNSPECIFIED'],
  ] as const)('refuses a card that is %s', async (_, inner, code) => {
    await expect(check({ inner })).rejects.toThrowError(refusal(code))
  })

  test('refuses options without `toJSON`', () => {
    expect(() => a2aCardVerifier(trust, {} as never)).toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('mcpClientAuth', () => {
  const issuer = 'https://login.example'
  const authenticate = mcpClientAuth(signer, { clientId: 'ledger', issuer, kid })

  test('makes an assertion for the issuer, once', async () => {
    const texts = []
    for (const metadata of [{ issuer }, undefined]) {
      const params = new URLSearchParams()
      await authenticate(undefined, params, `${issuer}/token`, metadata)
      expect(params.get('client_assertion_type')).toBe(
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      )
      texts.push(String(params.get('client_assertion')))
    }
    const claims = texts.map((text) => {
      const { payload } = Jws.verify(text, trust, { typ: 'JWT' })
      return JSON.parse(new TextDecoder().decode(payload))
    })
    for (const { iss, sub, aud, iat, exp } of claims)
      expect([iss, sub, aud, exp - iat]).toEqual(['ledger', 'ledger', issuer, 60])
    expect(claims[0].jti).not.toBe(claims[1].jti)
  })

  test.each([
    ['by its metadata', { issuer: 'https://other.example' }, `${issuer}/token`],
    ['by its address', undefined, 'https://other.example/token'],
  ])('signs nothing for another server: %s', async (_, metadata, url) => {
    const params = new URLSearchParams()
    await expect(authenticate(undefined, params, url, metadata)).rejects.toThrowError(
      failure({ code: 'ERR_ARGUMENT', want: issuer, got: 'https://other.example' }),
    )
    expect([...params]).toEqual([])
  })
})
