/**
 * Verifiable identity for agents.
 *
 * What verifies says what it costs at most, in signature checks. One is a signature against a key, both halves of it if
 * the key is a hybrid, the recovery of a key, or a member of a ring. A function that signs checks its own signature
 * too, which is counted only where it is named.
 *
 * @module
 */

export * as Card from './card.js'
export * as Did from './did.js'
export * as Encoding from './encoding.js'
export { type Code, CountersignError, type HostCode, isCountersignError } from './errors.js'
export * as Jws from './jws.js'
export * as Keys from './keys.js'
export * as Receipt from './receipt.js'
export { memoryReplayStore, type ReplayStore } from './replay.js'
