import { afterEach, describe, expect, test } from 'vitest'
import { Grant, Identity, Keys, memoryReplayStore, Pop } from '../src/index.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const now = new Date(1_760_000_000_000)
const audience = 'https://api.example'
const did = 'did:web:agent.example'
const bytes = new Uint8Array(64)

const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
const publicKey = signer.publicKey
const trust = { key: publicKey }
const vault = Identity.create()
const text = '{}'

type Call = (options: never) => unknown

/** Every function with an object of options in `Grant`, `Pop`, `Identity` and `Keys`, and a member of each. */
const calls: readonly (readonly [name: string, call: Call, member: string])[] = [
  ['Pop.challenge', (o) => Pop.challenge(o), 'lifetime'],
  ['Pop.prove', (o) => Pop.prove(signer, o), 'challenge'],
  ['Pop.proveAgreement', (o) => Pop.proveAgreement(agreement, o), 'identity'],
  ['Pop.verify', (o) => Pop.verify(text, o), 'replay'],
  ['Pop.verifyAgreement', (o) => Pop.verifyAgreement(text, o), 'ephemeral'],
  ['Pop.verifyAll', (o) => Pop.verifyAll([], o), 'skew'],
  ['Pop.sage.prove', (o) => Pop.sage.prove(signer, o), 'did'],
  ['Pop.sage.verify', (o) => Pop.sage.verify(bytes, o), 'key'],
  ['Grant.issue', (o) => Grant.issue(signer, o), 'constraints'],
  ['Grant.delegate', (o) => Grant.delegate([], signer, o), 'delegation'],
  ['Grant.acknowledge', (o) => Grant.acknowledge(text, signer, o), 'now'],
  ['Grant.present', (o) => Grant.present([], signer, o), 'request'],
  ['Grant.verifyPresentation', (o) => Grant.verifyPresentation(text, o), 'audience'],
  ['Grant.revoke', (o) => Grant.revoke(signer, o), 'effective'],
  ['Grant.revocationList', (o) => Grant.revocationList(signer, o), 'revoked'],
  ['Grant.verifyRevocation', (o) => Grant.verifyRevocation(text, o), 'purpose'],
  ['Grant.verify', (o) => Grant.verify(text, o), 'revocations'],
  ['Grant.verifyChain', (o) => Grant.verifyChain([], o), 'store'],
  ['Grant.requireChain', (o) => Grant.requireChain(text as never, o), 'mayBeUnchecked'],
  ['Grant.authorize', (o) => Grant.authorize([], o), 'presentation'],
  ['Grant.memoryStatusStore', (o) => Grant.memoryStatusStore(o), 'limit'],
  ['Grant.memoryUseCounter', (o) => Grant.memoryUseCounter(o), 'limit'],
  ['Grant.aid.issue', (o) => Grant.aid.issue(signer, publicKey, text, o), 'parent'],
  ['Grant.aid.verify', (o) => Grant.aid.verify(text, trust, o), 'revocations'],
  ['Grant.aid.verifyChain', (o) => Grant.aid.verifyChain([], trust, o), 'capability'],
  ['Grant.aid.verifyRevocation', (o) => Grant.aid.verifyRevocation(text, trust, o), 'now'],
  ['Grant.aid.inspect', (o) => Grant.aid.inspect(text, trust, o), 'now'],
  ['Grant.aid.covers', (o) => Grant.aid.covers('a', 'a', o), 'reading'],
  ['Keys.generate', (o) => Keys.generate('Ed25519', o), 'algorithm'],
  ['Keys.fromSecret', (o) => Keys.fromSecret('Ed25519', bytes, o), 'algorithm'],
  ['Keys.sign', (o) => Keys.sign(signer, bytes, o), 'deterministic'],
  ['Keys.verify', (o) => Keys.verify(o), 'signature'],
  ['Keys.verifyBatch', (o) => Keys.verifyBatch([], o), 'highS'],
  ['Keys.verifyBatch, a claim', (o) => Keys.verifyBatch([o]), 'message'],
  ['Keys.recover', (o) => Keys.recover(o), 'highS'],
  ['Keys.signerFromJwk', (o) => Keys.signerFromJwk(text, o), 'algorithm'],
  ['Keys.signerFromPem', (o) => Keys.signerFromPem(text, o), 'algorithm'],
  ['Keys.signerFromDer', (o) => Keys.signerFromDer(bytes, o), 'algorithm'],
  ['Keys.dangerouslyExportPem', (o) => Keys.dangerouslyExportPem(signer, o), 'format'],
  ['Keys.sage.verify', (o) => Keys.sage.verify(o), 'publicKey'],
  ['Keys.sage.signerFromJwk', (o) => Keys.sage.signerFromJwk(text, o), 'algorithm'],
  ['Keys.sage.signerFromPem', (o) => Keys.sage.signerFromPem(text, o), 'algorithm'],
  ['Keys.sage.openVault', (o) => Keys.sage.openVault(text, o), 'passphrase'],
  ['Keys.sage.signerFromVault', (o) => Keys.sage.signerFromVault(text, o), 'keyId'],
  ['Keys.sage.signerFromKeyFile', (o) => Keys.sage.signerFromKeyFile(text, o), 'name'],
  ['Identity.create', (o) => Identity.create(o), 'identity'],
  ['Identity.open', (o) => Identity.open(text, o), 'passphrase'],
  ['Identity.changePassphrase', (o) => Identity.changePassphrase(text, o), 'freshKey'],
  ['Vault.addKey', (o) => vault.addKey('a', signer, o), 'created'],
  ['Vault.signer', (o) => vault.signer('a', o), 'algorithm'],
  ['Vault.derive', (o) => vault.derive(o), 'purpose'],
  ['Vault.deriveAgreement', (o) => vault.deriveAgreement(o), 'context'],
  ['Vault.addSlot', (o) => vault.addSlot(o), 'settings'],
  ['Vault.seal', (o) => vault.seal(o), 'freshKey'],
  ['Identity.passphraseLock', (o) => Identity.passphraseLock(o), 'iterations'],
  ['Identity.recoveryLock', (o) => Identity.recoveryLock(o), 'label'],
  ['Identity.unlock', (o) => Identity.unlock(text, o), 'maxMemory'],
  ['Identity.unlockWithRecoveryKey', (o) => Identity.unlockWithRecoveryKey(text, o), 'slot'],
  ['Identity.estimate', (o) => Identity.estimate(o), 'parallelism'],
  ['Identity.passkeyLock', (o) => Identity.passkeyLock(o), 'relyingParty'],
  ['Identity.unlockWithPasskey', (o) => Identity.unlockWithPasskey(text, o), 'credentials'],
  ['Identity.certify', (o) => Identity.certify(signer, o), 'notAfter'],
  ['Identity.verifyCertificate', (o) => Identity.verifyCertificate(text, o), 'context'],
  ['Identity.start', (o) => Identity.start(signer, o), 'next'],
  ['Identity.rotate', (o) => Identity.rotate(text, o), 'compromisedSince'],
  ['Identity.verifyHistory', (o) => Identity.verifyHistory(text, o), 'known'],
  ['Identity.readHistory', (o) => Identity.readHistory(text, o), 'at'],
  ['Identity.indexedDbStore', (o) => Identity.indexedDbStore(o), 'database'],
  ['Identity.fileStore', (o) => Identity.fileStore(o), 'folder'],
  ['continuity.heartbeat', (o) => Identity.continuity.heartbeat(signer, o), 'acknowledges'],
  ['continuity.verifier', (o) => Identity.continuity.verifier(o), 'maxSilence'],
  ['continuity.verify', (o) => Identity.continuity.verify([], o), 'quorum'],
  ['continuity.requireFacts', (o) => Identity.continuity.requireFacts({} as never, o), 'unchecked'],
  ['competence.attempt', (o) => Identity.competence.attempt(tried, signer, o), 'references'],
  ['competence.validate', (o) => Identity.competence.validate(text, done, signer, o), 'trust'],
  ['competence.claim', (o) => Identity.competence.claim(o, signer), 'attempts'],
  ['competence.verifier', (o) => Identity.competence.verifier(o), 'minimum'],
  ['competence.verify', (o) => Identity.competence.verify({ receipts: [] }, o), 'domain'],
  ['competence.requireFacts', (o) => Identity.competence.requireFacts({} as never, o), 'unchecked'],
  ['spawn.issue', (o) => Identity.spawn.issue(signer, o), 'ceiling'],
  ['spawn.accept', (o) => Identity.spawn.accept(text, signer, o), 'now'],
  ['spawn.complete', (o) => Identity.spawn.complete(text, signer, o), 'outcome'],
  ['spawn.terminate', (o) => Identity.spawn.terminate(text, signer, o), 'terminator'],
  ['spawn.verifyLineage', (o) => Identity.spawn.verifyLineage(text, o), 'maxGenerations'],
  ['spawn.requireLineage', (o) => Identity.spawn.requireLineage(facts, o), 'mayBeUnchecked'],
  ['negative.declareAbstention', (o) => Identity.negative.declareAbstention(signer, o), 'until'],
  ['negative.witness', (o) => Identity.negative.witness(text, signer, o), 'witness'],
  ['negative.verifyDeclaration', (o) => Identity.negative.verifyDeclaration(text, o), 'witnesses'],
  ['negative.excludeByLineage', (o) => Identity.negative.excludeByLineage('a:b', text, o), 'skew'],
  ['negative.excludeByGrants', (o) => Identity.negative.excludeByGrants('a:b', text, o), 'trust'],
  ['negative.proveAbsence', (o) => Identity.negative.proveAbsence([], o, { trust }), 'actions'],
  ['negative.requireProof', (o) => Identity.negative.requireProof(facts, o), 'mayBeUnchecked'],
  ['aid.verifyRecord', (o) => Identity.aid.verifyRecord('claim', text, trust, o), 'now'],
  ['aid.verifyContinuity', (o) => Identity.aid.verifyContinuity([], trust, o), 'graceSeconds'],
  ['aid.verifyAttempt', (o) => Identity.aid.verifyAttempt(text, trust, o), 'now'],
  ['aid.checkCompetence', (o) => Identity.aid.checkCompetence([], trust, o), 'requirement'],
  ['aid.verifyCompetence', (o) => Identity.aid.verifyCompetence(text, trust, o), 'requirement'],
  ['aid.verifyDocument', (o) => Identity.aid.verifyDocument(text, trust, o), 'now'],
  ['aid.rotate', (o) => Identity.aid.rotate(text, o), 'rotatedAt'],
  ['aid.verifyNegative', (o) => Identity.aid.verifyNegative(text, trust, o), 'now'],
  ['aid.verifyDeclaration', (o) => Identity.aid.verifyDeclaration(text, trust, o), 'now'],
  ['aid.findReason', (o) => Identity.aid.findReason('a', 'b', o), 'declarations'],
  ['aid.verifySpawn', (o) => Identity.aid.verifySpawn(text, trust, o), 'receipt'],
  ['aid.lineage', (o) => Identity.aid.lineage('a', o), 'records'],
]

const tried = { domain: 'deploy:web', outcome: 'success' } as const
const done = { outcome: 'success' } as const
const facts = { facts: {} } as never

/** What a call throws, now or later. */
async function refusal(call: Call, options: unknown): Promise<unknown> {
  try {
    await call(options as never)
    return undefined
  } catch (error) {
    return error
  }
}

describe('every object of options', () => {
  test.each(calls)('of %s refuses a misspelt member by name', async (_, call, member) => {
    const error = await refusal(call, { [`${member}z`]: 1 })
    expect(error).toEqual(code('ERR_ARGUMENT'))
    expect((error as Error).message).toContain(
      `has no member "${member}z"; did you mean "${member}"?`,
    )
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

  const grant = Grant.issue(signer, {
    issuer: did,
    subject: did,
    subjectKey: Keys.generate('Ed25519').publicKey,
    capabilities: ['read:a'],
    now,
  })

  test('says nothing of revocations, and lets nothing stay unchecked', () => {
    pollute({ revocations: [], mayBeUnchecked: ['revocation'], identities: { state: 'ok' } })
    const report = Grant.verifyChain([grant], { trust, now })
    expect(report.facts.revocation).toEqual({ state: 'unchecked' })
    expect(() => Grant.requireChain(report)).toThrow(code('ERR_GRANT_UNCHECKED'))
    const cut = { ...report, facts: { ...report.facts, identities: undefined } } as never
    expect(() => Grant.requireChain(cut, { mayBeUnchecked: [] })).toThrow(
      code('ERR_GRANT_UNCHECKED'),
    )
  })

  test('trusts nobody, and turns no clock', () => {
    pollute({ key: publicKey, keys: [{ key: publicKey }], now, skew: 86_400 })
    expect(() => Grant.verifyChain([grant], { trust: {} as never, now })).toThrow(
      code('ERR_ARGUMENT'),
    )
    const late = Pop.challenge({ audience, now })
    const proof = Pop.prove(signer, { did, challenge: late, now })
    const expected = { did, key: publicKey, challenge: late, now: new Date(+now + 400_000) }
    expect(() => Pop.verify(proof, expected)).toThrow(code('ERR_POP_EXPIRED'))
  })

  test('accepts no high S, and names no key of its own', () => {
    const k1 = Keys.generate('secp256k1')
    const message = new Uint8Array(8)
    const claim = { publicKey: k1.publicKey, message, signature: k1.sign(message) }
    pollute({ highS: 'accept', context: message, identityKey: 'z', ephemeral: agreement })
    expect(Keys.verify(claim)).toBe(true)
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(signer, { did, challenge, now })
    const proven = Pop.verify(proof, { did, key: publicKey, challenge, now })
    expect(Object.hasOwn(proven, 'identityKey')).toBe(false)
  })
})

describe('options of a class', () => {
  class Expected {
    readonly did = did
    readonly key = publicKey
    readonly now = now
    readonly challenge = Pop.challenge({ audience, now })
    get replay() {
      return store
    }
  }
  const store = memoryReplayStore({ now: () => now })

  test('count, whether own or of its prototype', async () => {
    const expected = new Expected()
    const proof = Pop.prove(signer, { did, challenge: expected.challenge, now })
    expect((await Pop.verify(proof, expected)).did).toBe(did)
    await expect(Pop.verify(proof, expected)).rejects.toThrow(code('ERR_REPLAY'))
    await expect(Pop.verify(proof, Object.create(expected))).rejects.toThrow(code('ERR_REPLAY'))
  })
})
