// Whom to trust and who signs have a place of their own in a call, because nobody may forget them. Whoever leaves them
// out, or gives them among the options, is told what to do.

import { describe, expect, test } from 'vitest'
import { Identity, Keys, Log, memoryReplayStore, Pop, Receipt, Ring } from '../src/subpath/all.js'

const signer = Keys.generate('Ed25519')
const other = Keys.generate('Ed25519')
const { publicKey } = signer
const own = { key: publicKey }
const receipt = Receipt.issue({ action: 'tool.call', content: 1 }, signer)
const ring = [publicKey, Keys.generate('Ed25519').publicKey]
const origin = 'log.example/agents'
const tree = { size: 0, root: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }
const note = Log.checkpoint(tree, signer, { origin })
const jws = Receipt.toJws(receipt, signer)
const dsse = Receipt.toDsse(receipt, signer)
const cose = Receipt.toCose(receipt, signer)
async function* stream() {
  yield receipt
}
const did = 'did:web:agent.example'
const challenge = Pop.challenge({ audience: 'https://a.example' })
const proof = Pop.prove(challenge, signer, { did })
const expires = new Date(Date.now() + 3_600_000)
const life = {
  parent: did,
  child: `${did}:child`,
  childKey: ring[1] as Keys.PublicKey,
  purpose: 'reads the docs',
  ceiling: ['read:docs/**'],
  expires,
  number: 0,
}
const device = { identity: did, purpose: 'device', context: 'a', notAfter: expires } as const
const certificate = Identity.certify(signer, signer, device)
const freeze = { declarer: did, capabilities: ['deploy:**'], until: expires }
const word = Identity.negative.declareAbstention(freeze, signer)
const lineage = [{ spawn: Identity.spawn.issue(life, signer) }]
const tried = { domain: 'deploy:web', outcome: 'success' } as const
const attempt = Identity.competence.attempt(tried, signer)
const claim = { domain: 'deploy:**', attempts: 1, rate: 1 }
const history = Identity.start(signer)

/** Calls of functions, by the argument in question. */
type Calls = Readonly<Record<string, (argument: never) => unknown>>

/** Verifiers by their trust input. */
const verifiers: Calls = {
  'Receipt.verify': (trust) => Receipt.verify(receipt, trust),
  'Receipt.verifyBatch': (trust) => Receipt.verifyBatch([receipt], trust),
  'Receipt.verifyChain': (trust) => Receipt.verifyChain([receipt], trust),
  'Receipt.verifyStream': (trust) => Receipt.verifyStream(stream(), trust),
  'Receipt.chainVerifier': (trust) => Receipt.chainVerifier(trust),
  'Receipt.countersign': (trust) => Receipt.countersign(receipt, other, trust),
  'Receipt.fromJws': (trust) => Receipt.fromJws(jws, trust),
  'Receipt.fromDsse': (trust) => Receipt.fromDsse(dsse, trust),
  'Receipt.fromCose': (trust) => Receipt.fromCose(cose, trust),
  'Log.verifyCheckpoint': (trust) => Log.verifyCheckpoint(note, trust, { origin }),
  'Pop.verify': (trust) => Pop.verify(proof, trust, { did, challenge }),
  'Pop.verifyOnce': (trust) =>
    Pop.verifyOnce(proof, trust, { did, challenge, replay: memoryReplayStore() }),
  'Pop.verifyAll': (trust) => Pop.verifyAll([proof], trust, { did, challenge }),
  'Identity.verifyCertificate': (trust) =>
    Identity.verifyCertificate(certificate, trust, { purpose: 'device' }),
  'Identity.spawn.verifyLineage': (trust) => Identity.spawn.verifyLineage(lineage, trust),
  'Identity.negative.excludeByLineage': (trust) =>
    Identity.negative.excludeByLineage(lineage, trust, { capability: 'delete:**' }),
  'Identity.negative.excludeByGrants': (trust) =>
    Identity.negative.excludeByGrants([], trust, { capability: 'delete:**' }),
  'Identity.negative.proveAbsence': (trust) =>
    Identity.negative.proveAbsence([receipt], trust, { actions: ['deploy'] }),
  'Identity.negative.verifyDeclaration': (trust) =>
    Identity.negative.verifyDeclaration(word, trust),
  'Identity.continuity.verify': (trust) => Identity.continuity.verify([receipt], trust),
  'Identity.continuity.verifyStream': (trust) => Identity.continuity.verifyStream(stream(), trust),
  'Identity.continuity.verifier': (trust) => Identity.continuity.verifier(trust),
  'Identity.competence.verify': (trust) =>
    Identity.competence.verify({ receipts: [receipt] }, trust, { domain: 'deploy:**' }),
  'Identity.competence.validate': (trust) =>
    Identity.competence.validate(attempt, other, trust, { outcome: 'success' }),
  'Identity.competence.verifier': (trust) =>
    Identity.competence.verifier(trust, { domain: 'deploy:**' }),
}

/** What signs, by its signer. */
const signing: Calls = {
  'Receipt.issue': (by) => Receipt.issue({ action: 'tool.call', content: 1 }, by),
  'Receipt.rotate': (by) => Receipt.rotate({ nextKeyId: 'did:a:b#c' }, by, signer),
  'Receipt.countersign': (by) => Receipt.countersign(receipt, by, own),
  'Ring.proveReceipt': (by) => Ring.proveReceipt(receipt, by, ring),
  'Receipt.toJws': (by) => Receipt.toJws(receipt, by),
  'Receipt.toDsse': (by) => Receipt.toDsse(receipt, by),
  'Receipt.toCose': (by) => Receipt.toCose(receipt, by),
  'Log.checkpoint': (by) => Log.checkpoint(tree, by, { origin }),
  'Identity.certify': (by) => Identity.certify(signer, by, device),
  'Identity.start': (by) => Identity.start(by),
  'Identity.rotate': (by) => Identity.rotate(history, by, signer),
  'Identity.spawn.issue': (by) => Identity.spawn.issue(life, by),
  'Identity.spawn.accept': (by) => Identity.spawn.accept('{}', by),
  'Identity.spawn.complete': (by) => Identity.spawn.complete('{}', by),
  'Identity.spawn.terminate': (by) => Identity.spawn.terminate('{}', by, { terminator: did }),
  'Identity.negative.declareAbstention': (by) => Identity.negative.declareAbstention(freeze, by),
  'Identity.negative.witness': (by) => Identity.negative.witness(word, by, { witness: did }),
  'Identity.continuity.heartbeat': (by) => Identity.continuity.heartbeat({}, by),
  'Identity.competence.attempt': (by) => Identity.competence.attempt(tried, by),
  'Identity.competence.validate': (by) =>
    Identity.competence.validate(attempt, by, own, { outcome: 'success' }),
  'Identity.competence.claim': (by) => Identity.competence.claim(claim, by),
}

/** The message of the `ERR_ARGUMENT` that a call ends in, at once or later. */
async function complaint(call: () => unknown): Promise<string> {
  try {
    await call()
  } catch (error) {
    expect(error).toMatchObject({ name: 'CountersignError', code: 'ERR_ARGUMENT' })
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

describe('whom to trust', () => {
  test.each(Object.entries(verifiers))('%s takes it', async (_, verify) => {
    await verify(own as never)
  })

  test.each(Object.entries(verifiers))('%s asks for it', async (_, verify) => {
    for (const missing of [undefined, null, 'key'])
      expect(await complaint(() => verify(missing as never))).toMatch(/^trust must be an object/)
  })

  test.each(Object.entries(verifiers))('%s says where it goes', async (_, verify) => {
    for (const options of [{ trust: own }, { now: new Date(), trust: own }, { key: 5, trust: own }])
      expect(await complaint(() => verify(options as never))).toMatch(
        /^trust has no member "trust": .* `verify\(document, trust, options\)`$/,
      )
  })
})

describe('who signs', () => {
  test.each(Object.entries(signing))('%s asks for it', async (_, sign) => {
    for (const missing of [undefined, null, { signer }])
      expect(await complaint(() => sign(missing as never))).toMatch(/^signer(\.sign)? must be/)
  })

  test('the key that takes over is asked for too', async () => {
    const to = undefined as never
    const rotation = { nextKeyId: 'did:a:b#c' }
    expect(await complaint(() => Receipt.rotate(rotation, signer, to))).toMatch(
      /^successor must be/,
    )
    expect(await complaint(() => Identity.rotate(history, signer, to))).toMatch(
      /^successor must be/,
    )
  })
})
