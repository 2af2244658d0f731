/**
 * Identities of AgenticIdentity: documents, rotation, derived keys, `.aid` files, stores, continuity,
 * competence, spawn, negative proofs.
 *
 * | What | Functions |
 * | --- | --- |
 * | identity and documents | {@link id}, {@link issueDocument}, {@link verifyDocument}, {@link rotate} |
 * | derived keys | {@link derive}, {@link derivationInfo} |
 * | files | {@link openFile}, {@link inspectFile}, {@link sealFile}, {@link toStore}, {@link fromStore} |
 * | continuity | {@link verifyRecord}, {@link verifyContinuity} |
 * | competence | {@link verifyAttempt}, {@link checkCompetence}, {@link verifyCompetence} |
 * | spawn | {@link verifySpawn}, {@link lineage}, {@link checkSpawn}, {@link terminateSpawn} |
 * | negative | {@link verifyNegative}, {@link verifyDeclaration}, {@link findReason} |
 *
 * Records of the last four carry no key: the trust input gives the keys of their identities.
 *
 * @module
 */

export type { Input, Now, TrustSource, WitnessFact } from './common.js'
export {
  type CompetenceTotals,
  checkCompetence,
  type Requirement,
  type VerifiedAttempt,
  type VerifiedCompetence,
  verifyAttempt,
  verifyCompetence,
} from './identity/competence.js'
export {
  type Continuity,
  type Gap,
  type RecordKind,
  type VerifiedRecord,
  verifyContinuity,
  verifyRecord,
} from './identity/continuity.js'
export {
  type DerivedKind,
  derivationInfo,
  derive,
  id,
  issueDocument,
  type RotationReason,
  rotate,
  type VerifiedDocument,
  verifyDocument,
} from './identity/document.js'
export {
  type FileInfo,
  fromStore,
  inspectFile,
  openFile,
  type StoreKind,
  sealFile,
  toStore,
} from './identity/file.js'
export {
  type Evidence,
  findReason,
  type NegativeReason,
  type VerifiedDeclaration,
  type VerifiedNegative,
  verifyDeclaration,
  verifyNegative,
} from './identity/negative.js'
export {
  checkSpawn,
  type Lineage,
  lineage,
  type SpawnConstraints,
  type SpawnEnd,
  type SpawnPlan,
  type Termination,
  terminateSpawn,
  type VerifiedSpawn,
  verifySpawn,
} from './identity/spawn.js'
