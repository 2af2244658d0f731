// The first-party SDK signs and we verify, and the other way round, each over its own bytes.

import * as sdk from '@a2a-js/sdk'
import * as jose from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { Card, Encoding, Keys } from '../../src/subpath/all.js'
import { weather as plain } from '../setup/card.js'

const odd = {
  ...plain,
  description: '',
  capabilities: {
    streaming: false,
    extensions: [{ uri: 'u', required: false, params: { a: '', b: [1, '', null], c: false } }],
  },
  skills: [{ ...plain.skills[0], tags: ['', 't'], examples: [] }],
  provider: { url: '', organization: 'o', x: 1 },
  other: 1,
  defaultOutputModes: [],
  securitySchemes: {
    b: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } },
    m: { mtlsSecurityScheme: {} },
    o: {
      oauth2SecurityScheme: {
        flows: {
          authorizationCode: {
            authorizationUrl: 'a',
            tokenUrl: 'b',
            scopes: {},
            pkceRequired: false,
          },
        },
      },
    },
  },
  securityRequirements: [{ schemes: { b: { list: [] } } }],
}

/** The SDK takes received JSON where its types ask for its own class. */
const theirs = (card: unknown): sdk.AgentCard => card as sdk.AgentCard

/** A key as the SDK takes it. */
function jwkOf(key: Keys.PublicKey): jose.JWK {
  const text = (bytes: Uint8Array) => Encoding.base64url.encode(bytes)
  if (key.type === 'Ed25519') return { kty: 'OKP', crv: 'Ed25519', x: text(key.bytes) }
  const point = Keys.toUncompressed(key)
  return { kty: 'EC', crv: 'P-256', x: text(point.slice(1, 33)), y: text(point.slice(33)) }
}

describe.each([
  ['plain', plain],
  ['odd', odd],
])('a %s card', (_name, card) => {
  test('has the bytes of the SDK under the reading a2a-sdk', () => {
    expect(Card.canonicalize(card, { reading: 'a2a-sdk' })).toBe(
      sdk.canonicalizeAgentCard(theirs(card)),
    )
  })

  test('signed by the SDK verifies here', async () => {
    const { privateKey, publicKey } = await jose.generateKeyPair('ES256', { extractable: true })
    const sign = sdk.generateAgentCardSignature(privateKey, { alg: 'ES256', kid: 'k', typ: 'JOSE' })
    const text = JSON.stringify(await sign(theirs(card)))
    const raw = await crypto.subtle.exportKey('raw', publicKey)
    const key = Keys.publicKey({ type: 'P-256', bytes: new Uint8Array(raw) })
    const verified = Card.verify(text, { keys: [{ id: 'k', key }] }, { reading: 'a2a-sdk' })
    expect(verified.signer).toMatchObject({ id: 'k', type: 'P-256', trust: 'trusted' })
  })

  test('signed here verifies in the SDK', async () => {
    const signer = Keys.generate('P-256')
    const signed = Card.sign(card, signer, { kid: 'k', reading: 'a2a-sdk' })
    const verify = sdk.verifyAgentCardSignature(async () => jwkOf(signer.publicKey))
    await expect(verify(theirs(signed))).resolves.toBeUndefined()
    vi.spyOn(console, 'debug').mockImplementationOnce(() => undefined)
    await expect(verify(theirs({ ...signed, name: 'Other' }))).rejects.toThrowError()
  })
})

test('a plain card needs no reading: the SDK agrees with every one', async () => {
  const signer = Keys.generate('Ed25519')
  const signed = Card.sign(plain, signer, { kid: 'k' })
  const verify = sdk.verifyAgentCardSignature(async () => jwkOf(signer.publicKey))
  await expect(verify(theirs(signed))).resolves.toBeUndefined()
})
