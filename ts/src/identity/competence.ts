/**
 * Competence: what an agent tried, and how it went, counted by whoever asks.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | try | agent | {@link attempt}: a receipt in its chain, so none can be left out unseen |
 * | judge | another party | {@link validate}: a receipt in a chain of its own |
 * | claim | agent | {@link claim}: signed, and true of the attempts before it, or refused |
 * | check | verifier | {@link verify} or {@link verifier}, then `requireFacts` |
 *
 * Scores and rates are whole parts per million. What is signed and what each fact means is written in
 * `rust/core/src/identity/competence.rs`.
 *
 * @module
 */

export {
  attempt,
  claim,
  validate,
} from './competence/issue.js'
export type {
  AskedFact,
  Attempt,
  Claim,
  CompetenceFact,
  Minimum,
  Outcome,
  Proof,
  Report,
  Tally,
} from './competence/types.js'
export { CompetenceVerifier, verifier, verify } from './competence/verify.js'
