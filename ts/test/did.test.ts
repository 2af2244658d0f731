import { describe, expect, test } from 'vitest'
import { keyTypes } from '../src/key.js'
import { Did, Keys, Sage } from '../src/subpath/all.js'

const refuses = (run: () => unknown, code: string) =>
  expect(run).toThrowError(expect.objectContaining({ code, name: 'CountersignError' }))
const secret = (fill: number) => new Uint8Array(32).fill(fill)
const key = (type: 'Ed25519' | 'secp256k1' | 'P-256' | 'X25519') =>
  Keys.fromSecret(type, secret(7)).publicKey
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('parse', () => {
  test.each([
    ['alias and checksum', `did:sage:eth:${ADDRESS}`, `did:sage:ethereum:${ADDRESS.toLowerCase()}`],
    [
      'nonce',
      `did:sage:ethereum:${ADDRESS}:18446744073709551615`,
      `did:sage:ethereum:${ADDRESS.toLowerCase()}:18446744073709551615`,
    ],
    ['host', 'did:web:Agent.Example%3a8443:a', 'did:web:agent.example%3A8443:a'],
    ['unknown method, kept', 'did:example:AbC', 'did:example:AbC'],
  ])('%s', (_, text, want) => expect(Did.parse(text)).toBe(want))

  test.each([
    ['no DID', 'agent.example', 'ERR_DID_SYNTAX'],
    ['URL', 'did:web:agent.example#key-1', 'ERR_DID_SYNTAX'],
    ['not ASCII', 'did:web:agént.example', 'ERR_DID_SYNTAX'],
    ['address for a host', 'did:web:127.0.0.1', 'ERR_DID_METHOD_ID'],
    ['nonce with zero', `did:sage:ethereum:${ADDRESS}:01`, 'ERR_DID_METHOD_ID'],
    ['wrong checksum', `did:sage:ethereum:${ADDRESS.replace('F6', 'f6')}`, 'ERR_ADDRESS_CHECKSUM'],
    ['too long', `did:example:${'a'.repeat(8192)}`, 'ERR_LIMIT_EXCEEDED'],
    ['empty', '', 'ERR_DID_SYNTAX'],
  ])('refuses %s', (_, text, code) => refuses(() => Did.parse(text), code))

  test.each([5, null, undefined, {}, new Uint8Array(3), 'did:web:\ud800'])(
    'refuses %s, which is no text',
    (value) => refuses(() => Did.parse(value as never), 'ERR_ARGUMENT'),
  )
})

test('parseUrl gives the parts', () => {
  expect(Did.parseUrl('did:web:agent.example/a/b?x=1#key-1')).toEqual({
    did: 'did:web:agent.example',
    path: '/a/b',
    query: 'x=1',
    fragment: 'key-1',
  })
  expect(Did.parseUrl('did:web:agent.example')).toEqual({ did: 'did:web:agent.example', path: '' })
})

test('inspect gives what a method means', () => {
  expect(Did.inspect(`did:sage:eth:${ADDRESS}:3`)).toMatchObject({
    method: 'sage',
    chain: 'ethereum',
    account: ADDRESS.toLowerCase(),
    nonce: '3',
  })
  expect(Did.inspect('did:web:agent.example:a')).toMatchObject({
    url: 'https://agent.example/a/did.json',
  })
})

describe('did:key', () => {
  test.each(['Ed25519', 'secp256k1', 'P-256', 'X25519'] as const)('%s there and back', (type) => {
    const did = Did.fromKey(key(type))
    expect(Did.toKey(did)).toEqual(key(type))
    expect(Did.document(did)).toMatchObject({
      id: did,
      verificationMethod: [{ id: Did.keyId(key(type)), type: 'Multikey' }],
    })
  })

  test('ML-DSA is recognised', () => {
    const bytes = new Uint8Array(1312).fill(1)
    expect(Did.toKey(Did.fromKey({ type: 'ML-DSA-44', bytes }))).toEqual({
      type: 'ML-DSA-44',
      bytes,
    })
    expect(keyTypes).toContain('ML-DSA-87')
  })

  test('another method is refused', () =>
    refuses(() => Did.toKey('did:web:a.example'), 'ERR_DID_METHOD_UNEXPECTED'))
})

describe('builders', () => {
  test('each gives a DID that parses to itself', () => {
    const dids = [
      Did.jwkFromKey(key('P-256')),
      Sage.Did.fromKey(key('secp256k1')),
      Sage.Did.fromKey(key('secp256k1'), { nonce: 2n ** 64n - 1n }),
      Sage.Did.fromKey(key('Ed25519')),
      Did.ethrFromKey(key('secp256k1')),
      Did.pkhFromAccount(`eip155:1:${ADDRESS.toLowerCase()}`),
      Did.peerFromKey(key('Ed25519')),
      Did.webFromUrl('https://agent.example/.well-known/did.json'),
    ]
    for (const did of dids) expect(Did.parse(did)).toBe(did)
  })

  test('peer 2 carries keys and services', () => {
    const did = Did.peerFromElements({
      keys: [
        { key: key('Ed25519'), purpose: 'authentication' },
        { key: key('X25519'), purpose: 'keyAgreement' },
      ],
      services: [{ type: 'DIDCommMessaging', serviceEndpoint: 'https://agent.example' }],
    })
    expect(Did.document(did)).toMatchObject({
      authentication: ['#key-1'],
      keyAgreement: ['#key-2'],
      service: [{ type: 'DIDCommMessaging' }],
    })
  })

  test('peer 4 carries a document under its hash', () => {
    const method = {
      id: '#a',
      type: 'Multikey',
      publicKeyMultibase: Keys.toMultikey(key('Ed25519')),
    }
    const did = Did.peerFromDocument({ verificationMethod: [method], authentication: ['#a'] })
    expect(Did.document(did)).toMatchObject({ id: did, verificationMethod: [{ controller: did }] })
    refuses(() => Did.document(Did.peerShortForm(did)), 'ERR_DID_NEEDS_RESOLVER')
    const forged = Did.peerFromDocument({ verificationMethod: [] }).split(':')[3]
    refuses(() => Did.document(`${Did.peerShortForm(did)}:${forged}`), 'ERR_DID_HASH')
  })

  test('a wrong nonce or key is refused', () => {
    refuses(() => Sage.Did.fromKey(key('secp256k1'), { nonce: -1 }), 'ERR_ARGUMENT')
    refuses(() => Sage.Did.fromKey(key('secp256k1'), { nonce: 2n ** 64n }), 'ERR_DID_METHOD_ID')
    refuses(() => Sage.Did.fromKey(key('Ed25519'), { nonce: 1 }), 'ERR_DID_METHOD_ID')
    refuses(() => Did.ethrFromKey(key('P-256')), 'ERR_KEY_TYPE_MISMATCH')
  })
})

describe('checkDocument', () => {
  const did = 'did:web:agent.example'
  const method = { id: '#a', type: 'Multikey', controller: did }

  test.each([
    ['another subject', { id: 'did:web:other.example' }, 'ERR_DID_DOCUMENT_ID'],
    ['no id', {}, 'ERR_DID_DOCUMENT'],
    [
      'two methods of one id',
      { id: did, verificationMethod: [method, { ...method, id: `${did}#a` }] },
      'ERR_DID_DOCUMENT',
    ],
    [
      'a method without controller',
      { id: did, verificationMethod: [{ id: '#a', type: 'Multikey' }] },
      'ERR_DID_DOCUMENT',
    ],
    ['a list that is none', { id: did, authentication: '#a' }, 'ERR_DID_DOCUMENT'],
    ['a reference that is no URL', { id: did, authentication: ['a'] }, 'ERR_DID_SYNTAX'],
    ['257 methods', { id: did, authentication: Array(257).fill('#a') }, 'ERR_LIMIT_EXCEEDED'],
  ])('refuses %s', (_, document, code) => refuses(() => Did.checkDocument(document, { did }), code))

  test('refuses a member that comes twice', () =>
    refuses(
      () => Did.checkDocument(`{"id":"${did}","id":"${did}"}`, { did }),
      'ERR_JSON_DUPLICATE',
    ))

  test('keeps what it does not know', () =>
    expect(Did.checkDocument({ id: did, more: 1 }, { did })).toEqual({ id: did, more: 1 }))
})

describe('keys of a document', () => {
  test('lists what can be used, and for what', () => {
    const did = Did.fromKey(key('Ed25519'))
    expect(Did.keys(Did.document(did))).toEqual([
      {
        id: Did.keyId(key('Ed25519')),
        type: 'Multikey',
        controller: did,
        purposes: [
          'authentication',
          'assertionMethod',
          'capabilityInvocation',
          'capabilityDelegation',
        ],
        publicKey: key('Ed25519'),
        revoked: false,
      },
    ])
  })

  test('says why one is not used', () => {
    const id = 'did:web:agent.example'
    const publicKeyMultibase = Keys.toMultikey(key('X25519'))
    const method = (name: string, members: object) => ({
      id: `#${name}`,
      controller: id,
      ...members,
    })
    const verificationMethod = [
      method('type', { type: 'Bls12381G2Key2020' }),
      method('key', { type: 'Ed25519VerificationKey2020', publicKeyMultibase }),
      method('controller', {
        type: 'Multikey',
        publicKeyMultibase,
        controller: 'did:web:b.example',
      }),
      method('account', { type: 'EcdsaSecp256k1RecoveryMethod2020', blockchainAccountId: 'x' }),
      method('ends', { type: 'Multikey', publicKeyMultibase, expires: '2030-01-01T00:00:00Z' }),
    ]
    const listed = Did.keys({ id, verificationMethod })
    expect(listed.map(({ unused }) => unused)).toEqual([
      'type',
      'key',
      'controller',
      'account',
      undefined,
    ])
    expect(listed[4]?.expires).toEqual(new Date('2030-01-01T00:00:00Z'))
    expect(listed[4]?.purposes).toEqual([])
  })

  test.each([
    ['no document', '{}', 'ERR_DID_DOCUMENT'],
    ['a list', '[]', 'ERR_JSON_NOT_OBJECT'],
    ['a number', 5, 'ERR_ARGUMENT'],
  ])('refuses %s', (_, value, code) => refuses(() => Did.keys(value as never), code))
})

describe('options', () => {
  test('a misspelt member is refused by name', () => {
    const own = Did.fromKey(key('Ed25519'))
    refuses(() => Did.document(own, { keyAgrement: true } as never), 'ERR_ARGUMENT')
    const element = { key: key('Ed25519'), purpose: 'authentication' as const }
    refuses(() => Did.peerFromElements({ keys: [element], servics: [] } as never), 'ERR_ARGUMENT')
    const wrong = { ...element, purposes: ['keyAgreement'] }
    refuses(() => Did.peerFromElements({ keys: [wrong] }), 'ERR_ARGUMENT')
  })

  test('Object.prototype changes nothing', () => {
    const own = Did.fromKey(key('Ed25519'))
    const before = Did.document(own)
    Object.assign(Object.prototype, { keyAgreement: true })
    try {
      expect(Did.document(own)).toEqual(before)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'keyAgreement')
    }
  })
})
