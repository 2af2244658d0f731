/**
 * Negative proofs: what an identity cannot do, did not do, or says it will not do.
 *
 * | Evidence | Shows | Call |
 * | --- | --- | --- |
 * | `ceiling` | nothing in a lineage, or under a chain of grants, lets it | {@link excludeByLineage}, {@link excludeByGrants} |
 * | `absence` | no receipt of an action is in a range of a chain | {@link proveAbsence} |
 * | `declaration` | it said so, maybe before witnesses | {@link declareAbstention}, {@link witness}, {@link verifyDeclaration} |
 *
 * The first two are recomputed from signed chains, and `requireFacts` throws unless they hold. A
 * declaration proves that somebody said something. Each result names under `unproven` what it leaves open.
 * The format is in `rust/core/src/identity/negative.rs`.
 *
 * @module
 */

export {
  type Declaration,
  declarationId,
  declareAbstention,
  type NewDeclaration,
  type Testimony,
  type VerifiedDeclaration,
  verifyDeclaration,
  witness,
} from './negative/declare.js'
export {
  type AbsenceProof,
  type CeilingFact,
  type CeilingProof,
  excludeByGrants,
  excludeByLineage,
  proveAbsence,
} from './negative/prove.js'
