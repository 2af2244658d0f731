// Numbers that a caller chooses: the core has their ranges, so all calls refuse the same numbers in the same words.

import { expect, test } from 'vitest'
import { maxSkew } from '../src/skew.js'
import {
  Card,
  DataIntegrity,
  Grant,
  Guard,
  Handshake,
  Hpke,
  HttpSig,
  Identity,
  Jws,
  Keys,
  Pop,
  Receipt,
  Sage,
  Session,
} from '../src/subpath/all.js'

const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
const holder = Keys.generate('Ed25519')
const ethereum = Keys.generate('secp256k1')
const trust = { key: signer.publicKey }
const did = 'did:web:agent.example'
const bytes = new Uint8Array(32)
const audience = 'https://a.example'
const challenge = Pop.challenge({ audience })
const request = { kind: 'request', method: 'GET', url: audience, headers: [] } as const
const signed = HttpSig.sign(request, signer)
const peer = { did, peer: 'did:web:peer.example' }
const peerTrust = { keys: [{ key: agreement.publicKey, controller: peer.peer }] }
const grant = Grant.issue(
  { issuer: did, subject: peer.peer, subjectKey: holder.publicKey, capabilities: ['read:a'] },
  signer,
)
const shown = { audience, chain: [grant], nonce: bytes }
const message = {} as Sage.Guard.Message
const sageTrust = { key: ethereum.publicKey }

type Call = (got: number) => unknown
type Row = readonly [name: string, call: Call]

/** What a call throws, now or later. */
async function refusal(call: () => unknown): Promise<unknown> {
  try {
    await call()
    return undefined
  } catch (error) {
    return error
  }
}

const skews: readonly Row[] = [
  ['DataIntegrity.verify', (skew) => DataIntegrity.verify('{}', trust, { skew })],
  ['Grant.verify', (skew) => Grant.verify(grant, trust, { skew })],
  ['Grant.verifyPresentation', (skew) => Grant.verifyPresentation('{}', trust, { ...shown, skew })],
  ['Guard.create', (skew) => Guard.create({ skew }).close()],
  [
    'Handshake.initiate',
    (skew) => Handshake.initiate(signer, peerTrust, { ...peer, skew }).close(),
  ],
  ['HttpSig.verify', (skew) => HttpSig.verify(signed, trust, { skew })],
  [
    'Identity.verifyCertificate',
    (skew) => Identity.verifyCertificate('{}', trust, { purpose: 'session', skew }),
  ],
  ['Identity.verifyHistory', (skew) => Identity.verifyHistory('{}', did, { skew })],
  ['Identity.negative', (skew) => Identity.negative.verifyDeclaration('{}', trust, { skew })],
  ['Identity.spawn', (skew) => Identity.spawn.verifyLineage('[]', trust, { skew })],
  ['Pop.verify', (skew) => Pop.verify('{}', trust, { did, challenge, skew })],
  [
    'Pop.verifyAll',
    (skew) =>
      Pop.verifyAll([null], { keys: [{ key: signer.publicKey }] }, { did, challenge, skew }),
  ],
  ['Receipt.verify', (skew) => Receipt.verify('{}', trust, { skew })],
  ['Receipt.chainVerifier', (skew) => Receipt.chainVerifier(trust, { skew }).close()],
  [
    'Sage.Guard.verify',
    (skew) => Sage.Guard.verify({ message, signature: bytes }, sageTrust, { skew }),
  ],
]

test.each(skews)('the skew of %s is a day at most', async (_, call) => {
  for (const got of [-1, maxSkew + 1, 2 ** 32, 2 ** 32 + 5])
    expect(await refusal(() => call(got))).toMatchObject({
      code: 'ERR_ARGUMENT',
      member: 'skew',
      want: expect.stringMatching(/^a whole number from [01] to 86400$/),
      got,
    })
  expect(await refusal(() => call(maxSkew))).not.toMatchObject({ code: 'ERR_ARGUMENT' })
})

const ranges: readonly (readonly [member: string, bad: number, call: Call])[] = [
  ['witnesses', 65, (witnesses) => Receipt.verify('{}', trust, { witnesses })],
  ['witnesses', 65, (witnesses) => Receipt.chainVerifier(trust, { witnesses })],
  ['quorum', 65, (quorum) => Identity.continuity.verifier(trust, { quorum })],
  ['quorum', 0, (quorum) => Identity.competence.verifier(trust, { domain: 'a:b', quorum })],
  [
    'minimum.rate',
    1_000_001,
    (rate) => Identity.competence.verifier(trust, { domain: 'a:b', minimum: { rate } }),
  ],
  ['maxLinks', 0, (maxLinks) => Grant.verify(grant, trust, { maxLinks })],
  [
    'maxGenerations',
    0,
    (maxGenerations) => Identity.spawn.verifyLineage('[]', trust, { maxGenerations }),
  ],
  ['lifetime', 0, (lifetime) => Pop.challenge({ audience, lifetime })],
  ['lifetime', 0, (lifetime) => Grant.present([grant], holder, { audience, lifetime })],
  [
    'lifetime',
    0,
    (lifetime) => Grant.revocationList({ issuer: did, revoked: [], lifetime }, signer),
  ],
  ['marks', 0, (marks) => Guard.create({ marks })],
  ['sessions', 0, (sessions) => Guard.create({ sessions })],
  [
    'maxSeconds',
    0,
    (maxSeconds) => Session.create({ secret: bytes, role: 'initiator', maxSeconds }),
  ],
  [
    'maxBytes',
    0,
    (maxBytes) => Handshake.initiate(signer, peerTrust, { ...peer, session: { maxBytes } }),
  ],
  ['maxMessages', 65_537, (maxMessages) => Sage.Session.fromSeed(bytes, { id: 'a', maxMessages })],
  [
    'length',
    65_536,
    (length) => Hpke.sender(agreement.publicKey, { info: bytes }).export(bytes, length),
  ],
]

test.each(ranges)('%s may not be %d', async (member, bad, call) => {
  expect(await refusal(() => call(bad))).toMatchObject({
    code: 'ERR_ARGUMENT',
    member,
    want: expect.stringMatching(/^a whole number from \d+ (to \d+|on)$/),
    got: bad,
  })
})

test('what is no whole number, or none that can cross, is refused before it does', async () => {
  for (const skew of [0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
    expect(await refusal(() => Receipt.verify('{}', trust, { skew }))).toMatchObject({
      code: 'ERR_ARGUMENT',
      member: 'skew',
      got: 'number',
    })
})

const checked: readonly Row[] = [
  ['Card.verify', (maxChecks) => Card.verify('{}', trust, { maxChecks })],
  ['DataIntegrity.verify', (maxChecks) => DataIntegrity.verify('{}', trust, { maxChecks })],
  ['HttpSig.verify', (maxChecks) => HttpSig.verify(signed, trust, { maxChecks })],
  ['Jws.verify', (maxChecks) => Jws.verify('a.b.c', trust, { maxChecks })],
  ['Receipt.verify', (maxChecks) => Receipt.verify('{}', trust, { maxChecks })],
  ['Receipt.chainVerifier', (maxChecks) => Receipt.chainVerifier(trust, { maxChecks }).close()],
]

test.each(checked)('the checks of %s are 1 to 4096', async (_, call) => {
  for (const got of [-1, 0, 4_097, 2 ** 32, 2 ** 32 + 16])
    expect(await refusal(() => call(got))).toMatchObject({
      code: 'ERR_ARGUMENT',
      member: 'maxChecks',
      want: 'a whole number from 1 to 4096',
      got,
    })
  expect(await refusal(() => call(4_096))).not.toMatchObject({ code: 'ERR_ARGUMENT' })
})
