import { describe, expect, test } from 'vitest'
import {
  Card,
  DataIntegrity,
  Did,
  Grant,
  Handshake,
  HttpSig,
  Identity,
  Jws,
  Keys,
  Log,
  memoryReplayStore,
  Pop,
  type ProvenKey,
  Receipt,
} from '../src/subpath/all.js'
import type { TrustedKey } from '../src/trust.js'
import {
  agreement,
  child,
  did,
  entry,
  id,
  notary,
  now,
  own,
  request,
  seen,
  shape,
  signer,
  trust,
  witness,
} from './setup/provenKey.js'

const later = new Date(+now + 3_600_000)

const ofNotary = shape(notary, { id: seen.id, controller: witness })

type Proven = ProvenKey | null | undefined

type Row = readonly [name: string, run: () => Proven | Promise<Proven>]

const payload = new TextEncoder().encode('payload')

const receipt = Receipt.issue({ action: 'tool.call', content: 1 }, signer, {
  actor: did,
  keyId: id,
  now,
})

const witnessed = Receipt.countersign(receipt, notary, trust, { witness, keyId: seen.id, now })

const terms = {
  issuer: did,
  subject: Did.fromKey(child.publicKey),
  subjectKey: child.publicKey,
  capabilities: ['read:docs/**'],
}

const chain = [Grant.issue(terms, signer, { now, keyId: id })]

const life = {
  parent: did,
  child: Did.fromKey(child.publicKey),
  childKey: child.publicKey,
  purpose: 'reads the docs',
  ceiling: ['read:docs/**'],
  expires: later,
  number: 0,
}

const spawn = Identity.spawn.issue(life, signer, { now })

const lineage = [{ spawn, acceptance: Identity.spawn.accept(spawn, child, { now }) }]

const word = Identity.negative.declareAbstention(
  { declarer: did, capabilities: ['deploy:**'], until: later },
  signer,
  { now, keyId: id },
)

const saw = Identity.negative.witness(word, notary, { witness, keyId: seen.id, now })

const card: Card.AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close', description: 'Balances', tags: ['books'] }],
}

function certified(): Proven {
  using device = Keys.generate('Ed25519')
  const of = { identity: did, purpose: 'device', context: 'laptop' } as const
  const certificate = Identity.certify(device, signer, { ...of, notBefore: now, notAfter: later })
  return Identity.verifyCertificate(certificate, trust, { purpose: 'device', now }).signer
}

async function shaken(): Promise<{ readonly asked: Proven; readonly answered: Proven }> {
  const agree = { id: `${witness}#agree`, controller: witness, key: agreement.publicKey }
  const known = { keys: [entry, seen, agree] }
  const session = { now: () => now }
  const pending = Handshake.initiate(signer, known, { did, peer: witness, session })
  const { reply, peer } = await Handshake.respond(pending.message, notary, known, {
    did: witness,
    agreement,
    replay: memoryReplayStore({ now: () => now }),
    session,
  })
  return { asked: peer.signer, answered: pending.finish(reply).peer.signer }
}

/** Whom a row proves: the key of the trust input, with its name and its controller. */
const rows: readonly Row[] = [
  [
    'Card.verify',
    () => Card.verify(JSON.stringify(Card.sign(card, signer, { kid: id })), trust).signer,
  ],
  [
    'Card.verify, of a signature',
    () => {
      const signed = JSON.stringify(Card.sign(card, signer, { kid: id }))
      const [first] = Card.verify(signed, trust).signatures
      return first?.state === 'ok' ? first.signer : null
    },
  ],
  [
    'Jws.verify',
    () => {
      const signed = Jws.sign(payload, signer, { header: { kid: id } })
      const [first] = Jws.verify(signed, trust).signatures
      return first?.state === 'ok' ? first.signer : null
    },
  ],
  [
    'DataIntegrity.verify',
    () => {
      const secured = DataIntegrity.sign({ a: 1 }, signer, { verificationMethod: id, created: now })
      const [proof] = DataIntegrity.verify(secured, trust, { now }).proofs
      return proof?.state === 'ok' ? proof.signer : null
    },
  ],
  ['Receipt.verify', () => Receipt.verify(receipt, trust, { now }).signer],
  [
    'Receipt.verifyBatch',
    () => {
      const [verdict] = Receipt.verifyBatch([receipt], trust, { now })
      return verdict?.state === 'ok' ? verdict.signer : null
    },
  ],
  ['Receipt.verifyChain', () => Receipt.verifyChain([receipt], trust, { now }).signer],
  [
    'Receipt.fromJws',
    () =>
      Receipt.fromJws(Receipt.toJws(receipt, signer, { keyId: id }), trust, { now }).envelope
        .signer,
  ],
  [
    'Receipt.fromDsse',
    () =>
      Receipt.fromDsse(Receipt.toDsse(receipt, signer, { keyId: id }), trust, { now }).envelope
        .signer,
  ],
  [
    'Receipt.fromCose',
    () =>
      Receipt.fromCose(Receipt.toCose(receipt, signer, { keyId: id }), trust, { now }).envelope
        .signer,
  ],
  [
    'HttpSig.verify',
    async () => {
      const signed = HttpSig.sign(request, signer, { keyid: id, created: now })
      return (await HttpSig.verify(signed, trust, { now })).signer
    },
  ],
  ['Grant.verify', () => Grant.verify(chain[0] as object, trust, { now }).signer],
  ['Grant.verifyChain', () => Grant.verifyChain(chain, trust, { now }).signer],
  [
    'Grant.authorize',
    () => {
      const asked = { capability: 'read:docs/a', holder: child.publicKey, now }
      return Grant.authorize(chain, trust, asked).signer
    },
  ],
  ['Handshake.respond', async () => (await shaken()).asked],
  ['Identity.verifyCertificate', certified],
  [
    'Identity.negative.verifyDeclaration',
    () => Identity.negative.verifyDeclaration(word, trust, { now }).signer,
  ],
  [
    'Identity.negative.excludeByLineage',
    () =>
      Identity.negative.excludeByLineage(lineage, trust, { capability: 'delete:**', now }).signer,
  ],
  [
    'Identity.negative.excludeByGrants',
    () => Identity.negative.excludeByGrants(chain, trust, { capability: 'delete:**', now }).signer,
  ],
  [
    'Identity.negative.proveAbsence',
    () => Identity.negative.proveAbsence([receipt], trust, { actions: ['deploy:*'], now }).signer,
  ],
  [
    'Identity.spawn.verifyLineage',
    () => Identity.spawn.verifyLineage(lineage, trust, { now }).signer,
  ],
  [
    'Identity.continuity.verify',
    () => Identity.continuity.verify([receipt], trust, { now }).chain.signer,
  ],
  [
    'Identity.competence.verify',
    () =>
      Identity.competence.verify({ receipts: [receipt] }, trust, { domain: 'a:**', now }).chain
        .signer,
  ],
]

test.each(rows)('%s', async (_, run) => {
  expect(await run()).toEqual(own)
})

test('a witness is proven in the same form', async () => {
  const [seenBy] = Receipt.verify(witnessed, trust, { now }).witnesses
  expect(seenBy).toMatchObject({ signer: ofNotary })
  const declared = Identity.negative.verifyDeclaration(word, trust, { witnesses: [saw], now })
  expect(declared.witnesses).toEqual([{ witness, state: 'ok', signer: ofNotary }])
  expect((await shaken()).answered).toEqual(ofNotary)
})

describe('a key that the caller gives by itself has no name and no controller', () => {
  const bare = shape(signer, {})

  test('Pop.verify', () => {
    const challenge = Pop.challenge({ audience: 'https://a.example', now })
    const proof = Pop.prove(challenge, signer, { did, now })
    const trusted = { key: signer.publicKey }
    expect(Pop.verify(proof, trusted, { did, challenge, now }).signer).toEqual(bare)
    expect(Pop.verify(proof, trust, { did, challenge, now }).signer).toEqual(own)
  })

  test('Pop.verifyAgreement', () => {
    const ephemeral = Keys.fromSecret('X25519', new Uint8Array(32).fill(5))
    const asked = { audience: 'https://a.example', now, ephemeral: ephemeral.publicKey }
    const challenge = Pop.challenge(asked)
    const proof = Pop.proveAgreement(challenge, agreement, { did, now, identity: signer })
    const options = { did, challenge, now, ephemeral }
    const signerOf = (...keys: TrustedKey[]) => Pop.verifyAgreement(proof, { keys }, options).signer
    const agrees = { key: agreement.publicKey }
    expect(signerOf(agrees, { key: signer.publicKey })).toEqual(bare)
    expect(signerOf(entry, agrees)).toEqual(own)
    expect(() => signerOf(seen, agrees)).toThrow(
      expect.objectContaining({ code: 'ERR_POP_IDENTITY' }),
    )
  })

  test('Log.verifyCheckpoint', async () => {
    const log = await Log.create()
    const origin = 'log.example/agents'
    const note = await log.checkpoint(signer, { origin })
    expect(Log.verifyCheckpoint(note, { key: signer.publicKey }, { origin }).signer).toEqual(bare)
    expect(Log.verifyCheckpoint(note, trust, { origin }).signer).toEqual(own)
    const over = { keys: [{ ...entry, expires: now }] }
    expect(Log.verifyCheckpoint(note, over, { origin, now: new Date(+now - 1000) }).signer).toEqual(
      own,
    )
    expect(() => Log.verifyCheckpoint(note, over, { origin, now })).toThrow(
      expect.objectContaining({ code: 'ERR_CHECKPOINT_KEY' }),
    )
  })
})

test('Grant.verifyPresentation says who vouches for the holder, whose chain it does not verify', () => {
  const asked = { audience: 'https://a.example', nonce: new Uint8Array(16) }
  const shown = Grant.present(chain, child, { ...asked, now })
  const holder = (keys: readonly object[]) =>
    Grant.verifyPresentation(shown, { keys: keys as [] }, { chain, ...asked, now }).signer
  expect(holder([])).toEqual(shape(child, { trust: 'self-asserted' }))
  expect(holder([{ id: 'c', key: child.publicKey }])).toEqual(shape(child, { id: 'c' }))
})

test('Identity.spawn.verifyLineage says that grants lead to the first parent', () => {
  const delegated = { ...terms, subject: witness, subjectKey: notary.publicKey, delegation: 1 }
  const root = Grant.issue(delegated, signer, { now })
  const { issuer: _, ...below } = terms
  const bounded = { ...below, constraints: { expires: later } }
  const grants = [root, Grant.delegate([root], notary, { ...bounded, now })]
  const started = Identity.spawn.issue({ ...life, parent: witness }, notary, { now })
  const line = [{ spawn: started, acceptance: Identity.spawn.accept(started, child, { now }) }]
  const report = Identity.spawn.verifyLineage(line, { keys: [entry] }, { grants, now })
  expect(report.signer).toEqual(shape(notary, { trust: 'granted' }))
})

describe('a key that nobody vouches for says so', () => {
  const open = { allowEmbeddedKey: true }
  const alone = shape(signer, { trust: 'self-asserted' })

  test('Receipt.verify', () => {
    const self = Receipt.issue({ action: 'a', content: 1 }, signer, { now })
    expect(Receipt.verify(self, open, { now }).signer).toEqual(alone)
    expect(Receipt.verifyChain([self], open, { now }).signer).toEqual(alone)
  })

  test('Grant.verify', () => {
    expect(Grant.verify(chain[0] as object, open, { now }).signer).toEqual(alone)
    expect(Grant.verifyChain(chain, { keys: [] }, { now }).signer).toBeNull()
  })

  test('Identity.spawn.verifyLineage', () => {
    expect(Identity.spawn.verifyLineage(lineage, open, { now }).signer).toEqual(alone)
    expect(Identity.spawn.verifyLineage(lineage, { keys: [] }, { now }).signer).toBeNull()
  })

  test('Identity.negative.verifyDeclaration', () => {
    expect(Identity.negative.verifyDeclaration(word, open, { now }).signer).toEqual(alone)
  })
})

test('a shared secret proves no key', async () => {
  const secret = { secret: new Uint8Array(32) }
  const signed = HttpSig.sign(request, secret, { keyid: 's', created: now })
  expect((await HttpSig.verify(signed, secret, { now })).signer).toBeNull()
})
