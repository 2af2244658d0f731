/**
 * Identity: how keys are stored, derived and replaced.
 *
 * | What | Functions |
 * | --- | --- |
 * | the encrypted identity file | {@link create}, {@link open}, {@link read}; what is in it is a {@link Vault} |
 * | what opens it | {@link passphraseSlot}, {@link recoverySlot}, {@link passkeySlot}; {@link unlock}, {@link unlockWithPasskey} |
 * | where it is kept | {@link memoryStore}, {@link indexedDbStore}, {@link fileStore} |
 * | derived keys | {@link Vault.derive}, {@link certify}, {@link verifyCertificate} |
 * | identities made by an identity | {@link spawn}: `Identity.spawn.issue`, `accept`, `terminate`, `verifyLineage` |
 * | proof of what an agent may not do or did not do | {@link negative}: `Identity.negative.excludeByLineage`, `proveAbsence`, `declareAbstention` |
 * | proof that it kept running | {@link continuity}: `Identity.continuity.heartbeat`, `verify`, over receipts and their witnesses |
 * | proof of what it can do | {@link competence}: `Identity.competence.attempt`, `validate`, `claim`, `verify` |
 * | rotation | {@link start}, {@link rotate}, {@link verifyHistory}, {@link compareHistories}, {@link toTrust}, {@link toTrustOverTime} |
 *
 * @module
 */

export {
  type Certificate,
  certify,
  type VerifiedCertificate,
  verifyCertificate,
} from './identity/certificate.js'
export * as competence from './identity/competence.js'
export * as continuity from './identity/continuity.js'
export { estimate, passphraseSlot, recoverySlot } from './identity/file/slot.js'
export {
  estimateUnlock,
  type Unlock,
  unlock,
  unlockWithRecoveryKey,
} from './identity/file/unlock.js'
export { changePassphrase, open, read } from './identity/file.js'
export type { FileInfo, KeyInfo, NewSlot, SlotInfo } from './identity/info.js'
export * as negative from './identity/negative.js'
export { passkeySlot, unlockWithPasskey } from './identity/passkey.js'
export { toTrust, toTrustOverTime } from './identity/rotation/trust.js'
export {
  compareHistories,
  type History,
  type KeyPeriod,
  type Reason,
  type Relation,
  readHistory,
  rotate,
  start,
  verifyHistory,
} from './identity/rotation.js'
export * as spawn from './identity/spawn.js'
export type { Store } from './identity/store.js'
export { fileStore, indexedDbStore, memoryStore } from './identity/stores.js'
export { create, type Purpose, Vault } from './identity/vault.js'
