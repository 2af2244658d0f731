// Calls of identities and their files.

import { Aid, Identity, Keys } from '../../../src/subpath/all.js'
import { type Calls, did, request, signer, stream, text, trust } from './values.js'

const vault = Identity.create()
const tried = { domain: 'deploy:web', outcome: 'success' } as const
const claim = { domain: 'deploy:web', attempts: 1, rate: 1 } as const
const life = {
  parent: did,
  child: `${did}:child`,
  childKey: Keys.generate('Ed25519').publicKey,
  purpose: 'a',
  ceiling: ['a:b'],
  expires: new Date(Date.now() + 3_600_000),
  number: 0,
}
const word = { declarer: did, capabilities: ['a:b'], until: life.expires }

export const identity: Calls = [
  [
    'Aid.Identity.checkCompetence',
    (o) => Aid.Identity.checkCompetence([], trust, o),
    'requirement',
  ],
  ['Aid.Identity.derivationInfo', (o) => Aid.Identity.derivationInfo(o), 'argument'],
  ['Aid.Identity.derive', (o) => Aid.Identity.derive(signer, o), 'argument'],
  ['Aid.Identity.findReason', (o) => Aid.Identity.findReason(o, trust, request), 'declarations'],
  ['Aid.Identity.findReason', (o) => Aid.Identity.findReason({}, trust, o), 'capability'],
  ['Aid.Identity.fromStore', (o) => Aid.Identity.fromStore(text, o), 'path'],
  ['Aid.Identity.lineage', (o) => Aid.Identity.lineage([], trust, o), 'receipts'],
  ['Aid.Identity.openFile', (o) => Aid.Identity.openFile(text, o), 'passphrase'],
  ['Aid.Identity.rotate', (o) => Aid.Identity.rotate(text, signer, signer, o), 'rotatedAt'],
  ['Aid.Identity.sealFile', (o) => Aid.Identity.sealFile(text, signer, o), 'passphrase'],
  ['Aid.Identity.toStore', (o) => Aid.Identity.toStore(text, o), 'kind'],
  ['Aid.Identity.verifyAttempt', (o) => Aid.Identity.verifyAttempt(text, trust, o), 'now'],
  [
    'Aid.Identity.verifyCompetence',
    (o) => Aid.Identity.verifyCompetence(text, trust, o),
    'requirement',
  ],
  [
    'Aid.Identity.verifyContinuity',
    (o) => Aid.Identity.verifyContinuity([], trust, o),
    'graceSeconds',
  ],
  ['Aid.Identity.verifyDeclaration', (o) => Aid.Identity.verifyDeclaration(text, trust, o), 'now'],
  ['Aid.Identity.verifyDocument', (o) => Aid.Identity.verifyDocument(text, trust, o), 'now'],
  ['Aid.Identity.verifyNegative', (o) => Aid.Identity.verifyNegative(text, trust, o), 'now'],
  ['Aid.Identity.verifyRecord', (o) => Aid.Identity.verifyRecord(text, trust, o), 'kind'],
  ['Aid.Identity.verifySpawn', (o) => Aid.Identity.verifySpawn(text, trust, o), 'receipt'],
  ['Identity.certify', (o) => Identity.certify(signer, signer, o), 'notAfter'],
  ['Identity.changePassphrase', (o) => Identity.changePassphrase(text, o), 'freshKey'],
  [
    'Identity.competence.attempt',
    (o) => Identity.competence.attempt(tried, signer, o),
    'references',
  ],
  ['Identity.competence.claim', (o) => Identity.competence.claim(o, signer), 'attempts'],
  ['Identity.competence.claim', (o) => Identity.competence.claim(claim, signer, o), 'actor'],
  [
    'Identity.competence.validate',
    (o) => Identity.competence.validate(text, signer, trust, o),
    'outcome',
  ],
  ['Identity.competence.verifier', (o) => Identity.competence.verifier(trust, o), 'minimum'],
  [
    'Identity.competence.verify',
    (o) => Identity.competence.verify(o, trust, { domain: 'deploy:**' }),
    'validations',
  ],
  [
    'Identity.competence.verify',
    (o) => Identity.competence.verify({ receipts: [] }, trust, o),
    'domain',
  ],
  [
    'Identity.continuity.heartbeat',
    (o) => Identity.continuity.heartbeat(o, signer),
    'acknowledges',
  ],
  ['Identity.continuity.heartbeat', (o) => Identity.continuity.heartbeat({}, signer, o), 'actor'],
  ['Identity.continuity.verifier', (o) => Identity.continuity.verifier(trust, o), 'maxSilence'],
  ['Identity.continuity.verify', (o) => Identity.continuity.verify([], trust, o), 'quorum'],
  [
    'Identity.continuity.verifyStream',
    (o) => Identity.continuity.verifyStream(stream(), trust, o),
    'quorum',
  ],
  ['Identity.create', (o) => Identity.create(o), 'identity'],
  ['Identity.estimate', (o) => Identity.estimate(o), 'parallelism'],
  ['Identity.fileStore', (o) => Identity.fileStore(o), 'folder'],
  ['Identity.indexedDbStore', (o) => Identity.indexedDbStore(o), 'database'],
  [
    'Identity.negative.declareAbstention',
    (o) => Identity.negative.declareAbstention(o, signer),
    'until',
  ],
  [
    'Identity.negative.declareAbstention',
    (o) => Identity.negative.declareAbstention(word, signer, o),
    'nonce',
  ],
  [
    'Identity.negative.excludeByGrants',
    (o) => Identity.negative.excludeByGrants(text, trust, o),
    'capability',
  ],
  [
    'Identity.negative.excludeByLineage',
    (o) => Identity.negative.excludeByLineage(text, trust, o),
    'skew',
  ],
  [
    'Identity.negative.proveAbsence',
    (o) => Identity.negative.proveAbsence([], trust, o),
    'actions',
  ],
  [
    'Identity.negative.verifyDeclaration',
    (o) => Identity.negative.verifyDeclaration(text, trust, o),
    'witnesses',
  ],
  ['Identity.negative.witness', (o) => Identity.negative.witness(text, signer, o), 'witness'],
  ['Identity.open', (o) => Identity.open(text, o), 'passphrase'],
  ['Identity.passkeySlot', (o) => Identity.passkeySlot(o), 'relyingParty'],
  ['Identity.passphraseSlot', (o) => Identity.passphraseSlot(o), 'iterations'],
  ['Identity.readHistory', (o) => Identity.readHistory(text, o), 'at'],
  ['Identity.recoverySlot', (o) => Identity.recoverySlot(o), 'label'],
  ['Identity.rotate', (o) => Identity.rotate(text, signer, signer, o), 'compromisedSince'],
  ['Identity.spawn.accept', (o) => Identity.spawn.accept(text, signer, o), 'now'],
  ['Identity.spawn.complete', (o) => Identity.spawn.complete(text, signer, o), 'outcome'],
  ['Identity.spawn.issue', (o) => Identity.spawn.issue(o, signer), 'ceiling'],
  ['Identity.spawn.issue', (o) => Identity.spawn.issue(life, signer, o), 'nonce'],
  ['Identity.spawn.terminate', (o) => Identity.spawn.terminate(text, signer, o), 'terminator'],
  [
    'Identity.spawn.verifyLineage',
    (o) => Identity.spawn.verifyLineage(text, trust, o),
    'maxGenerations',
  ],
  ['Identity.start', (o) => Identity.start(signer, o), 'next'],
  ['Identity.unlock', (o) => Identity.unlock(text, o), 'maxMemory'],
  ['Identity.unlockWithPasskey', (o) => Identity.unlockWithPasskey(text, o), 'credentials'],
  ['Identity.unlockWithRecoveryKey', (o) => Identity.unlockWithRecoveryKey(text, o), 'slot'],
  ['Identity.verifyCertificate', (o) => Identity.verifyCertificate(text, trust, o), 'context'],
  ['Identity.verifyHistory', (o) => Identity.verifyHistory(text, did, o), 'known'],
  ['Vault#addKey', (o) => vault.addKey('a', signer, o), 'created'],
  ['Vault#addSlot', (o) => vault.addSlot(o), 'settings'],
  ['Vault#derive', (o) => vault.derive(o), 'purpose'],
  ['Vault#deriveAgreement', (o) => vault.deriveAgreement(o), 'context'],
  ['Vault#seal', (o) => vault.seal(o), 'freshKey'],
  ['Vault#signer', (o) => vault.signer('a', o), 'algorithm'],
]
