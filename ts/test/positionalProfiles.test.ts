// The calls of the profiles have the shape of their siblings: whoever leaves out who signs or whom to trust, or gives it
// among the options, is told so.

import { describe, expect, test } from 'vitest'

import { Aid, Keys, memoryReplayStore, Peer, RingGo, Sage } from '../src/subpath/all.js'
import { refusal } from './setup/optionCalls.js'

const signer = Keys.generate('Ed25519')
const agreement = Keys.generate('X25519')
const { publicKey } = signer
const own = { key: publicKey }
const bytes = new Uint8Array(64)
const did = 'did:web:agent.example'
const stored = { type: 'Ed25519', data: publicKey.bytes } as const
const message = {
  agentDid: did,
  messageId: 'm',
  timestamp: '2026-01-01T00:00:00Z',
  nonce: 'n',
  body: '',
}
const names = { did, peer: did, context: 'c' }
const answering = { did, agreement, peer: did, replay: memoryReplayStore() }
const request = {
  kind: 'request',
  method: 'GET',
  url: 'https://agent.example/',
  headers: [],
} as const
const asked = { capability: 'read:a', revocations: [] }
const { pending } = Sage.Handshake.initiate(signer, { key: agreement.publicKey }, names)
const passphrase = bytes

/** Calls of functions, by the argument in question. */
type Calls = Readonly<Record<string, (argument: never) => unknown>>

/** By a trust input. */
const verifiers: Calls = {
  'Sage.Card.verify': (trust) => Sage.Card.verify('{}', trust),
  'Aid.Grant.verify': (trust) => Aid.Grant.verify('{}', trust),
  'Aid.Grant.authorize': (trust) => Aid.Grant.authorize('{}', trust, asked),
  'Aid.Grant.verifyChain': (trust) => Aid.Grant.verifyChain([], trust, asked),
  'Aid.Grant.verifyRevocation': (trust) => Aid.Grant.verifyRevocation('{}', trust),
  'Aid.Identity.checkCompetence': (trust) => Aid.Identity.checkCompetence([], trust),
  'Aid.Identity.findReason': (trust) =>
    Aid.Identity.findReason({}, trust, { identity: 'a', capability: 'b' }),
  'Aid.Identity.verifyAttempt': (trust) => Aid.Identity.verifyAttempt('{}', trust),
  'Aid.Identity.verifyCompetence': (trust) => Aid.Identity.verifyCompetence('{}', trust),
  'Aid.Identity.verifyContinuity': (trust) => Aid.Identity.verifyContinuity([], trust),
  'Aid.Identity.verifyDeclaration': (trust) => Aid.Identity.verifyDeclaration('{}', trust),
  'Aid.Identity.verifyDocument': (trust) => Aid.Identity.verifyDocument('{}', trust),
  'Aid.Identity.verifyNegative': (trust) => Aid.Identity.verifyNegative('{}', trust),
  'Aid.Identity.verifyRecord': (trust) => Aid.Identity.verifyRecord('{}', trust, { kind: 'claim' }),
  'Aid.Identity.verifySpawn': (trust) => Aid.Identity.verifySpawn('{}', trust),
  'Aid.Identity.lineage': (trust) => Aid.Identity.lineage([], trust, { identity: 'a' }),
  'Aid.Receipt.findForks': (trust) => Aid.Receipt.findForks([], trust),
  'Aid.Receipt.query': (trust) => Aid.Receipt.query([], trust, {}),
  'Aid.Receipt.verify': (trust) => Aid.Receipt.verify('{}', trust),
  'Aid.Receipt.verifyChain': (trust) => Aid.Receipt.verifyChain([], trust),
}

/** By the one thing that is trusted. */
const small: Calls = {
  'Pending#finish': (trust) => pending.finish('{}', trust),
  'Sage.Guard.verify': (trust) => Sage.Guard.verify({ message, signature: bytes }, trust),
  'Sage.Handshake.initiate': (trust) => Sage.Handshake.initiate(signer, trust, names),
  'Sage.Handshake.respond': (trust) =>
    Sage.Handshake.respond({} as never, signer, trust, answering),
  'Sage.HttpSig.verify': (trust) => Sage.HttpSig.verify(request, trust),
  'Sage.Pop.verify': (trust) => Sage.Pop.verify(bytes, trust, { did }),
}

/** By who acts. */
const signing: Calls = {
  'Aid.Grant.acknowledge': (by) => Aid.Grant.acknowledge('{}', by),
  'Aid.Grant.issue': (by) => Aid.Grant.issue('{}', by, { grantee: publicKey }),
  'Aid.Grant.revoke': (by) =>
    Aid.Grant.revoke({ trust_id: 'a', revoked_at: 0n, reason: 'Expired' }, by),
  'Aid.Identity.derive': (by) => Aid.Identity.derive(by, { kind: 'session' }),
  'Aid.Identity.issueDocument': (by) => Aid.Identity.issueDocument({ created_at: 0n }, by),
  'Aid.Identity.rotate': (by) =>
    Aid.Identity.rotate('{}', by, signer, { reason: 'Manual', rotatedAt: 0n }),
  'Aid.Identity.sealFile': (by) => Aid.Identity.sealFile('{}', by, { passphrase }),
  'Aid.Receipt.issue': (by) => Aid.Receipt.issue('{}', by),
  'Aid.Receipt.witness': (by) => Aid.Receipt.witness('{}', by),
  'Peer.dangerouslyExportKeypair': (by) => Peer.dangerouslyExportKeypair(by),
  'Peer.deriveSecret': (by) => Peer.deriveSecret(by, { domain: 'a' }),
  'Peer.signRaw': (by) => Peer.signRaw(bytes, by),
  'RingGo.sign': (by) => RingGo.sign(bytes, by, [publicKey]),
  'Sage.Card.sign': (by) => Sage.Card.sign('{}', by),
  'Sage.Guard.sign': (by) => Sage.Guard.sign(message, by),
  'Sage.Handshake.initiate': (by) => Sage.Handshake.initiate(by, own, names),
  'Sage.Handshake.respond': (by) => Sage.Handshake.respond({} as never, by, own, answering),
  'Sage.HttpSig.sign': (by) => Sage.HttpSig.sign(request, by),
  'Sage.Keys.sign': (by) => Sage.Keys.sign(bytes, by),
  'Sage.Pop.prove': (by) => Sage.Pop.prove(stored, by, { did }),
}

async function complaint(call: (argument: never) => unknown, input: unknown): Promise<string> {
  const error = await refusal(call, input)
  expect(error).toMatchObject({ name: 'CountersignError', code: 'ERR_ARGUMENT' })
  return (error as Error).message
}

describe('whom to trust', () => {
  test.each(Object.entries({ ...verifiers, ...small }))('%s asks for it', async (_, verify) => {
    for (const missing of [undefined, null, 'key'])
      expect(await complaint(verify, missing)).toMatch(/^trust must be /)
  })

  test.each(Object.entries({ ...verifiers, ...small }))(
    '%s has it nowhere else',
    async (_, verify) => {
      for (const options of [{ trust: own }, { now: 0n, trust: own }])
        expect(await complaint(verify, options)).toMatch(/^trust has no member "trust": /)
    },
  )

  test.each(Object.entries(verifiers))('%s says where it goes', async (_, verify) => {
    for (const options of [{ trust: own }, { now: 0n, trust: own }])
      expect(await complaint(verify, options)).toMatch(/`verify\(document, trust, options\)`$/)
  })
})

describe('who acts', () => {
  test.each(Object.entries(signing))('%s asks for it', async (_, sign) => {
    for (const missing of [undefined, null, 'somebody', {}, { signer }])
      expect(await complaint(sign, missing)).toMatch(/^signer(\.sign)? must be/)
  })

  test('a box is asked for its recipient', async () => {
    for (const missing of [undefined, null, {}]) {
      const seal = (to: never) => Sage.Keys.sealBox(bytes, to)
      expect(await complaint(seal, missing)).toMatch(/^recipient(\.type)? must be/)
      const open = (to: never) => Sage.Keys.openBox(bytes, to)
      expect(await complaint(open, missing)).toMatch(/^recipient must be/)
    }
  })

  test('a rotation is asked for the key that takes over', async () => {
    const step = { reason: 'Manual', rotatedAt: 0n } as const
    const rotate = (to: never) => Aid.Identity.rotate('{}', signer, to, step)
    expect(await complaint(rotate, undefined)).toMatch(/^successor must be/)
  })
})
