import { describe, expect, test } from 'vitest'
import {
  Aid,
  Card,
  DataIntegrity,
  Did,
  Grant,
  HttpSig,
  Jws,
  Keys,
  Receipt,
  Trust,
  type TrustInput,
} from '../src/subpath/all.js'
import { purposes, type TrustedKey } from '../src/trust.js'
import { context as running } from './setup/context.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const signer = (fill: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
const [actor, notary, other] = [1, 2, 3].map(signer) as [
  Keys.LocalSigner,
  Keys.LocalSigner,
  Keys.LocalSigner,
]
const did = (signer: Keys.LocalSigner) => Did.fromKey(signer.publicKey)
const now = new Date(1_760_000_000_000)

const terms = {
  issuer: did(actor),
  subject: did(other),
  subjectKey: other.publicKey,
  capabilities: ['read:docs'],
}
const grant = Grant.issue(terms, actor, { now })
const judge = (trust: unknown) => () =>
  Grant.verify(grant, trust as TrustInput, { now }).signer.trust

test('the members of a trust input are read together', () => {
  const key = actor.publicKey
  expect(judge({ key, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
  expect(judge({ key: notary.publicKey, keys: [{ key }] })()).toBe('trusted')
  expect(judge({ keys: [], allowEmbeddedKey: true })()).toBe('self-asserted')
  expect(judge({ key, allowEmbeddedKey: false })()).toBe('trusted')
  const document = Did.document(did(actor))
  expect(judge({ document, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
})

test('what is revoked in one member is revoked in all', () => {
  const key = actor.publicKey
  const document = Did.document(did(actor))
  for (const entry of [{ revoked: true }, { expires: now }])
    for (const beside of [{ key }, { document }])
      expect(judge({ ...beside, keys: [{ key, ...entry }] })).toThrow(code('ERR_GRANT_ROOT'))
  const revoked = [{ key, revoked: true }]
  expect(judge({ allowEmbeddedKey: true, keys: revoked })).toThrow(code('ERR_GRANT_ROOT'))
})

test('a member that nobody knows is refused', () => {
  const key = actor.publicKey
  const misspelt = { keys: [{ key, revokd: true }] }
  for (const trust of [
    {},
    { key, revoked: true },
    { key, Keys: [] },
    { key, document: 5 },
    misspelt,
  ])
    expect(judge(trust), JSON.stringify(trust)).toThrow(code('ERR_ARGUMENT'))
})

test('a member counts wherever the object has it', () => {
  const key = actor.publicKey
  const keys = [{ key, revoked: true }]
  class Inherited {
    key = key
    get keys() {
      return keys
    }
  }
  const receipt = Receipt.issue({ action: 'report', content: null }, actor, { now })
  for (const trust of [new Inherited(), Object.defineProperty({ key }, 'keys', { value: keys })]) {
    expect(judge(trust)).toThrow(code('ERR_GRANT_ROOT'))
    expect(() => Receipt.verify(receipt, trust, { now })).toThrow(code('ERR_RECEIPT_KEY'))
  }
  const gone = new Date(now.getTime() - 1000)
  for (const [name, value] of Object.entries({ expires: gone, until: gone, revoked: true })) {
    const inherited = Object.assign(Object.create({ [name]: value }), { key })
    for (const entry of [inherited, Object.defineProperty({ key }, name, { value })]) {
      const trust = { keys: [entry] }
      expect(judge(trust), name).toThrow(code('ERR_GRANT_ROOT'))
      expect(() => Receipt.verify(receipt, trust, { now })).toThrow(code('ERR_RECEIPT_KEY'))
    }
  }
  for (const own of [{ document: { nonsense: 1 } }, { revokedKeys: [] }]) {
    const trust = Object.assign(Object.create({ key }), own)
    expect(() => Receipt.verify(receipt, trust, { now })).toThrow()
  }
})

test('an actor by its document and a witness by its key are trusted at once', () => {
  const document = Did.document(did(actor))
  const keys = [{ key: notary.publicKey }]
  const made = Receipt.issue({ action: 'report', content: null }, actor, { now })
  const witnessed = Receipt.countersign(made, notary, { document }, { now })
  const found = Receipt.verify(witnessed, { document, keys }, { now, witnesses: 1 })
  expect(found.witnesses.length).toBe(1)
})

test('identities of AgenticIdentity stand beside keys', () => {
  const text = Aid.Receipt.issue(
    {
      action_type: 'Decision',
      action: { description: 'a', references: [] },
      timestamp: 1n,
    },
    actor,
  )
  const identities = [Aid.Identity.id(actor.publicKey)]
  const run = (trust: unknown) => () =>
    Aid.Receipt.verify(text, trust as Aid.Receipt.TrustSource).signer.trust
  expect(run({ identities })()).toBe('trusted')
  expect(run({ identities, keys: [{ key: notary.publicKey }] })()).toBe('trusted')
  expect(run({ identities: [], key: actor.publicKey })()).toBe('trusted')
  const revoked = [{ key: actor.publicKey, revoked: true }]
  expect(run({ identities, keys: revoked })).toThrow(code('ERR_AID_UNTRUSTED'))
  expect(run({ identities, expires: now })).toThrow(code('ERR_ARGUMENT'))
})

test('a purpose that is none is refused', () => {
  const key = actor.publicKey
  const circular: unknown[] = []
  circular.push(circular)
  for (const purposes of [[5n], circular, [{}], ['signing'], [undefined], 'authentication'])
    expect(judge({ keys: [{ key, purposes }] })).toThrow(code('ERR_ARGUMENT'))
})

describe('prepared trust', () => {
  const key = actor.publicKey
  const payload = new TextEncoder().encode('payload')
  const receipt = Receipt.issue({ action: 'report', content: null }, actor, { now })
  const jws = Jws.sign(payload, actor)
  const secured = DataIntegrity.sign({ claim: 1 }, actor, {
    verificationMethod: `${did(actor)}#${Keys.toMultikey(key)}`,
    created: now,
  })
  const card = Card.sign(
    {
      name: 'Agent',
      description: 'Reports',
      version: '1.0.0',
      supportedInterfaces: [
        { url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: false },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [{ id: 'now', name: 'Now', description: 'Now', tags: ['now'] }],
    },
    actor,
    { kid: did(actor) },
  )
  const aid = Aid.Receipt.issue(
    {
      action_type: 'Decision',
      action: { description: 'a', references: [] },
      timestamp: 1n,
    },
    actor,
  )
  type Verify = (trust: Trust | TrustInput) => unknown
  const verifiers: readonly (readonly [string, Verify])[] = [
    ['Receipt.verify', (trust) => Receipt.verify(receipt, trust, { now })],
    ['Receipt.verifyBatch', (trust) => Receipt.verifyBatch([receipt], trust, { now })],
    ['Receipt.verifyChain', (trust) => Receipt.verifyChain([receipt], trust, { now })],
    [
      'Receipt.fromJws',
      (trust) => Receipt.fromJws(Receipt.toJws(receipt, actor, {}), trust, { now }),
    ],
    ['Grant.verify', (trust) => Grant.verify(grant, trust, { now })],
    ['Grant.verifyChain', (trust) => Grant.verifyChain([grant], trust, { now })],
    [
      'Grant.authorize',
      (trust) => Grant.authorize([grant], trust, { now, capability: 'read:docs' }),
    ],
    ['Jws.verify', (trust) => Jws.verify(jws, trust, { now })],
    ['DataIntegrity.verify', (trust) => DataIntegrity.verify(secured, trust, { now })],
    ['Card.verify', (trust) => Card.verify(card, trust, { now })],
    ['Aid.Receipt.verify', (trust) => Aid.Receipt.verify(aid, trust)],
  ]
  const inputs: readonly (readonly [string, TrustInput])[] = [
    ['a key', { key }],
    ['keys', { keys: [{ key: notary.publicKey }, { key, expires: new Date(2 ** 43) }] }],
    ['a document', { document: Did.document(did(actor)) }],
    ['the embedded key', { allowEmbeddedKey: true }],
    ['a stranger', { key: other.publicKey }],
    ['a revoked key', { keys: [{ key, revoked: true }] }],
  ]
  const outcome = (verify: Verify, trust: Trust | TrustInput) => {
    try {
      return verify(trust)
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test.each(verifiers)('%s finds what it finds with plain input', (_, verify) => {
    for (const [name, input] of inputs) {
      const trust = Trust.of(input)
      const plain = outcome(verify, input)
      // Often enough that keys get tables.
      for (let index = 0; index < 10; index += 1)
        expect(outcome(verify, trust), name).toEqual(plain)
    }
  })

  test('HttpSig.verify takes it, and what a function finds', async () => {
    const signed = await HttpSig.sign(new Request('https://a.example/'), actor, { created: now })
    const [trust, wrong] = [Trust.of({ key }), Trust.of({ key: other.publicKey })]
    for (const good of [trust, () => trust])
      expect((await HttpSig.verify(signed, good, { now })).signer?.trust).toBe('trusted')
    for (const bad of [wrong, async () => wrong])
      await expect(HttpSig.verify(signed, bad, { now })).rejects.toThrow(
        code('ERR_HTTP_SIG_INVALID'),
      )
  })

  test('stays as it was read', () => {
    const bytes = key.bytes.slice()
    const entry = { key: { type: key.type, bytes }, revoked: false }
    const input = { keys: [entry] }
    const trust = Trust.of(input)
    bytes.set(other.publicKey.bytes)
    entry.revoked = true
    expect(Receipt.verify(receipt, trust, { now }).signer.trust).toBe('trusted')
    expect(() => Receipt.verify(receipt, input, { now })).toThrow(code('ERR_RECEIPT_KEY'))
    entry.revoked = false
    expect(() => Receipt.verify(receipt, input, { now })).toThrow(code('ERR_RECEIPT_ACTOR'))
    bytes.set(key.bytes)
    expect(Receipt.verify(receipt, input, { now }).signer.trust).toBe('trusted')
  })

  test('says at once what is wrong with the input, by the code of a verifier', () => {
    const multikey = Keys.toMultikey(key)
    const id = 'did:web:a.example#k'
    const method = { id, type: 'Multikey', controller: 'did:web:a.example' }
    const document = {
      id: 'did:web:a.example',
      verificationMethod: [{ ...method, publicKeyMultibase: multikey }],
    }
    const flat = { type: 'Ed25519', bytes: new Uint8Array(32) } as const
    const rows: readonly (readonly [object | undefined, string])[] = [
      [undefined, 'ERR_ARGUMENT'],
      [{}, 'ERR_ARGUMENT'],
      [{ trust: { key } }, 'ERR_ARGUMENT'],
      [{ keys: [{ key, revokd: true }] }, 'ERR_ARGUMENT'],
      [{ key: flat }, 'ERR_KEY_SMALL_ORDER'],
      [{ keys: [{ key: flat }] }, 'ERR_KEY_SMALL_ORDER'],
      [{ keys: [{ key, algorithm: 'none' }] }, 'ERR_KEY_ALGORITHM_UNKNOWN'],
      [{ keys: [{ key, controller: did(other) }] }, 'ERR_TRUST_MALFORMED'],
      [{ keys: [{ key, id }], document }, 'ERR_TRUST_MALFORMED'],
      [{ keys: new Array(257).fill({ key }) }, 'ERR_LIMIT_EXCEEDED'],
      [{ document: {} }, 'ERR_DID_DOCUMENT'],
    ]
    for (const [input, want] of rows) {
      expect(() => Trust.of(input as TrustInput), want).toThrow(code(want))
      expect(() => Receipt.verify(receipt, input as TrustInput, { now }), want).toThrow(code(want))
    }
  })

  test('a purpose is that purpose and no other', () => {
    for (const asked of purposes)
      for (const listed of purposes) {
        const trust = Trust.of({ keys: [{ key, purposes: [listed] }] })
        const verify = () => Jws.verify(jws, trust, { purpose: asked }).payload
        if (asked === listed) expect(verify()).toEqual(payload)
        else expect(verify).toThrow(code('ERR_JWS_KEY'))
      }
  })

  test('times end and start at their second', () => {
    const timeAt = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    const rows: readonly (readonly [Partial<TrustedKey>, boolean])[] = [
      [{ expires: timeAt(1) }, true],
      [{ expires: timeAt(0) }, false],
      [{ from: timeAt(0) }, true],
      [{ from: timeAt(1) }, false],
      [{ until: timeAt(1) }, true],
      [{ until: timeAt(0) }, false],
      [
        {
          from: timeAt(0),
          until: timeAt(1),
          expires: timeAt(1),
          algorithm: 'ed25519',
          revoked: false,
        },
        true,
      ],
    ]
    for (const [more, holds] of rows) {
      const verify = () => Jws.verify(jws, Trust.of({ keys: [{ key, ...more }] }), { now })
      if (holds) expect(verify().signatures[0]?.state).toBe('ok')
      else expect(verify).toThrow(code('ERR_JWS_KEY'))
    }
  })

  test('outlives its engine', async () => {
    const trust = Trust.of({ key })
    expect(Receipt.verify(receipt, trust, { now }).signer.trust).toBe('trusted')
    await running.reload()
    expect(Receipt.verify(receipt, trust, { now }).signer.trust).toBe('trusted')
    expect(Receipt.verify(receipt, { key }, { now }).signer.trust).toBe('trusted')
  })

  test('there may be more of it than an engine holds at once', () => {
    const all = Array.from({ length: 1100 }, (_, index) =>
      Trust.of({ keys: [{ key, id: `k${index}` }] }),
    )
    for (const trust of [all[0], all.at(-1), all[1]] as Trust[])
      expect(Jws.verify(jws, trust, { now }).payload).toEqual(payload)
    // Nor does plain input fill it up.
    for (let index = 0; index < 1100; index += 1)
      Jws.verify(jws, { keys: [{ key, id: `k${index}` }, { key }] }, { now })
  })

  test('is made by Trust.of alone', () => {
    const trust = Trust.of({ key })
    expect(Trust.of(trust)).toBe(trust)
    expect(() => Reflect.construct(Trust, [undefined, { keys: new Uint8Array(5) }])).toThrow(
      code('ERR_ARGUMENT'),
    )
    for (const fake of [
      Object.create(Trust.prototype),
      structuredClone(trust),
      new Proxy(trust, {}),
    ])
      expect(() => Receipt.verify(receipt, fake, { now })).toThrow(code('ERR_ARGUMENT'))
  })
})
