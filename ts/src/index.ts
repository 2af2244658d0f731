/**
 * Verifiable identity for agents.
 *
 * The documentation of each function that verifies says how many signature checks it makes at most. One check is a
 * signature against a key (both halves if the key is a hybrid), the recovery of a key, or one member of a ring. A
 * function that signs also checks its own signature; that check is counted only where the documentation names it.
 *
 * @module
 */

export * as Card from './card.js'
export * as Did from './did.js'
export * as Encoding from './encoding.js'
export { type Code, CountersignError, type HostCode, isCountersignError } from './errors.js'
export { type Fact, type Facts, type Report, requireFacts } from './facts.js'
export * as Jws from './jws.js'
export * as Keys from './keys.js'
export * as Receipt from './receipt.js'
export { memoryReplayStore, type ReplayStore } from './replay.js'
export { type ProvenKey, Trust, type TrustedKey, type TrustInput } from './trust.js'
