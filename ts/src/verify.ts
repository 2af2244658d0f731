/**
 * What verifies: the functions of the main entry that `countersign/verify` has, which need the core of the engine
 * alone.
 *
 * @module
 */

export { type Code, CountersignError, type HostCode, isCountersignError } from './errors.js'
export { type Fact, type Facts, type Report, requireFacts } from './facts.js'
export { type ProvenKey, Trust, type TrustedKey, type TrustInput } from './trust.js'
export * as Card from './verify/card.js'
export * as Did from './verify/did.js'
export * as Jws from './verify/jws.js'
export * as Keys from './verify/keys.js'
export * as Receipt from './verify/receipt.js'
