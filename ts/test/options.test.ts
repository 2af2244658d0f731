import { afterEach, describe, expect, test } from 'vitest'
import {
  DataIntegrity,
  Grant,
  Handshake,
  Hpke,
  Jws,
  Keys,
  memoryReplayStore,
  Pop,
  Ring,
  requireFacts,
} from '../src/subpath/all.js'
import { calls, refusal } from './setup/optionCalls.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const now = new Date(1_760_000_000_000)
const audience = 'https://api.example'
const did = 'did:web:agent.example'

const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
const publicKey = signer.publicKey
const trust = { key: publicKey }

describe('every object of options', () => {
  test.each(calls)('of %s refuses a misspelt member by name', async (_, call, member) => {
    const error = await refusal(call, { [`${member}z`]: 1 })
    expect(error).toEqual(code('ERR_ARGUMENT'))
    expect((error as Error).message).toContain(`"${member}z"; did you mean "${member}"?`)
  })

  test.each(calls)('of %s may be nothing but an object', async (_, call) => {
    for (const wrong of [null, 5, 'options', [], () => 5])
      expect(await refusal(call, wrong), String(wrong)).toEqual(
        expect.objectContaining({ name: 'CountersignError' }),
      )
  })

  test.each(calls)('of %s counts what its class has', async (_, call, member) => {
    // A value of no type that any option has, on the object that the options inherit from.
    const error = await refusal(call, Object.create({ [member]: Symbol('inherited') }))
    expect(error).toEqual(expect.objectContaining({ name: 'CountersignError' }))
  })
})

describe('who acts and who is trusted', () => {
  const text = new Uint8Array(8)
  const info = new Uint8Array()
  const agents = { did, peer: 'did:web:peer.example' }
  const answering = { did, agreement, replay: memoryReplayStore() }
  const ring = [publicKey, Keys.generate('Ed25519').publicKey]
  const opened = Ring.prepare(ring)
  const verificationMethod = `${did}#key-1`
  const sealed = { encapsulated: text, ciphertext: text }
  const verifiers: readonly (readonly [string, string, (argument: never) => unknown])[] = [
    ['DataIntegrity.verify', 'trust', (argument) => DataIntegrity.verify('{}', argument)],
    ['Handshake.initiate', 'trust', (argument) => Handshake.initiate(signer, argument, agents)],
    ['Jws.verify', 'trust', (argument) => Jws.verify('', argument)],
  ]

  test.each([
    ...verifiers,
    [
      'DataIntegrity.sign',
      'signer',
      (argument: never) => DataIntegrity.sign({}, argument, { verificationMethod }),
    ],
    [
      'Handshake.initiate',
      'signer',
      (argument: never) => Handshake.initiate(argument, trust, agents),
    ],
    [
      'Handshake.respond',
      'signer',
      (argument: never) => Handshake.respond(text, argument, trust, answering),
    ],
    [
      'Handshake.respond',
      'trust',
      (argument: never) => Handshake.respond(text, signer, argument, answering),
    ],
    ['Hpke.open', 'key', (argument: never) => Hpke.open(sealed, argument, { info })],
    ['Hpke.receiver', 'key', (argument: never) => Hpke.receiver(text, argument, { info })],
    ['Hpke.seal', 'recipient', (argument: never) => Hpke.seal(text, argument, { info })],
    ['Hpke.sender', 'recipient', (argument: never) => Hpke.sender(argument, { info })],
    ['Jws.sign', 'signer', (argument: never) => Jws.sign(text, argument)],
    ['Keys.sign', 'signer', (argument: never) => Keys.sign(text, argument)],
    ['PreparedRing#sign', 'signer', (argument: never) => opened.sign(text, argument)],
    ['Ring.deriveKeyImage', 'signer', (argument: never) => Ring.deriveKeyImage(argument)],
    ['Ring.sign', 'signer', (argument: never) => Ring.sign(text, argument, ring)],
  ] as const)('%s names its %s where there is none', async (_, name, call) => {
    for (const nobody of [undefined, null, 5, 'somebody', []]) {
      const error = await refusal(call, nobody)
      expect(error, String(nobody)).toEqual(code('ERR_ARGUMENT'))
      expect((error as Error).message).toMatch(new RegExp(`^${name} must be `))
    }
  })

  test.each([
    ['Ring.sign', (ring: never) => Ring.sign(text, signer, ring)],
    ['Ring.verify', (ring: never) => Ring.verify({ message: text, signature: text }, ring)],
    ['Ring.proveReceipt', (ring: never) => Ring.proveReceipt('{}', signer, ring)],
    ['Ring.verifyReceipt', (ring: never) => Ring.verifyReceipt('{}', ring, { receipt: '{}' })],
  ] as const)('%s names its ring where there is none', async (_, call) => {
    for (const nobody of [undefined, null, 5, 'somebody', { ring }]) {
      const error = await refusal(call, nobody)
      expect(error, String(nobody)).toEqual(code('ERR_ARGUMENT'))
      expect((error as Error).message).toMatch(/^ring must be /)
    }
  })

  test.each(verifiers)('%s refuses its %s inside of options', async (_, name, call) => {
    const error = await refusal(call, { [name]: trust })
    expect(error).toEqual(code('ERR_ARGUMENT'))
    expect((error as Error).message).toContain('"trust"')
  })
})

describe('Object.prototype', () => {
  const polluted = Object.prototype as Record<string, unknown>
  const pollute = (members: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(polluted, name, { value, configurable: true, writable: true })
    names = Object.keys(members)
  }
  let names: string[] = []
  afterEach(() => {
    for (const name of names) delete polluted[name]
  })

  const terms = {
    issuer: did,
    subject: did,
    subjectKey: Keys.generate('Ed25519').publicKey,
    capabilities: ['read:a'],
  }
  const grant = Grant.issue(terms, signer, { now })

  test('says nothing of revocations, and lets nothing stay unchecked', () => {
    pollute({ revocations: [], unchecked: ['revocation'], identities: { state: 'ok' } })
    const report = Grant.verifyChain([grant], trust, { now })
    expect(report.facts.revocation).toEqual({ state: 'unchecked' })
    expect(() => requireFacts(report)).toThrow(code('ERR_FACT_UNCHECKED'))
    const cut = { ...report, facts: { ...report.facts, identities: undefined } } as never
    expect(() => requireFacts(cut, { unchecked: [] })).toThrow(code('ERR_FACT_UNCHECKED'))
  })

  test('trusts nobody, and turns no clock', () => {
    pollute({ key: publicKey, keys: [{ key: publicKey }], now, skew: 86_400 })
    expect(() => Grant.verifyChain([grant], {} as never, { now })).toThrow(code('ERR_ARGUMENT'))
    const late = Pop.challenge({ audience, now })
    const proof = Pop.prove(late, signer, { did, now })
    const expected = { did, challenge: late, now: new Date(+now + 400_000) }
    expect(() => Pop.verify(proof, trust, expected)).toThrow(code('ERR_POP_EXPIRED'))
  })

  test('accepts no high S, and names no key of its own', () => {
    const k1 = Keys.generate('secp256k1')
    const message = new Uint8Array(8)
    const claim = { publicKey: k1.publicKey, message, signature: k1.sign(message) }
    pollute({ highS: 'accept', context: message, identityKey: 'z', ephemeral: agreement })
    expect(Keys.verify(claim)).toBe(true)
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, signer, { did, now })
    const proven = Pop.verify(proof, trust, { did, challenge, now })
    expect(proven.signer.publicKeyMultibase === 'z').toBe(false)
  })
})

describe('options of a class', () => {
  class Expected {
    readonly did = did
    readonly now = now
    readonly challenge = Pop.challenge({ audience, now })
    get replay() {
      return store
    }
  }
  const store = memoryReplayStore({ now: () => now })

  test('count, whether own or of its prototype', async () => {
    const expected = new Expected()
    const proof = Pop.prove(expected.challenge, signer, { did, now })
    const judge = (options: Expected) => Pop.verifyOnce(proof, trust, options)
    expect((await judge(expected)).did).toBe(did)
    await expect(judge(expected)).rejects.toThrow(code('ERR_REPLAY'))
    await expect(judge(Object.create(expected))).rejects.toThrow(code('ERR_REPLAY'))
  })
})
