/**
 * Receipts: an agent signs what it did, and links that to what it did before.
 *
 * | Step | Call |
 * | --- | --- |
 * | act | {@link issue}; {@link rotate} hands the chain over to a new key |
 * | witness | {@link countersign} |
 * | check one, or many by themselves | {@link verify}, {@link verifyBatch} |
 * | check a chain | {@link verifyChain}, {@link verifyStream} or {@link chainVerifier}, then `requireFacts` |
 * | keep and search | `Log` of `countersign/log`, {@link query} |
 * | show that one of several agents is the actor, without naming it | `Ring.proveReceipt`, `Ring.verifyReceipt` of `countersign/ring` |
 * | exchange | {@link toJws}, {@link toDsse}, {@link toCose} and back |
 *
 * Times in the records are Unix milliseconds. `rust/core/src/receipt.rs` describes the format byte by byte.
 *
 * @module
 */

export {
  type ChainFact,
  type ChainReport,
  type ChainSummary,
  type ChainVerifier,
  chainVerifier,
  verifyChain,
  verifyStream,
} from './receipt/chain.js'
export {
  type Dsse,
  fromCose,
  fromDsse,
  fromJws,
  mediaType,
  type Sealed,
  toCose,
  toDsse,
  toJws,
  type VerifiedEnvelope,
} from './receipt/envelope.js'
export {
  type Action,
  contentHash,
  countersign,
  id,
  issue,
  type Place,
  type Rotation,
  rotate,
} from './receipt/issue.js'
export { query } from './receipt/query.js'
export type * from './receipt/types.js'
export { type Verdict, verify, verifyBatch } from './receipt/verify.js'
