/**
 * Grants: who allows whom to do what, and for how long.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | issuer | {@link issue}; its subject may {@link acknowledge} |
 * | 2 | subject | {@link delegate}: passes a part of it on to somebody else |
 * | 3 | last subject | {@link present}: proves that it holds the last key |
 * | 4 | verifier | {@link authorize} or {@link verifyChain}, then `requireFacts` |
 * | 5 | an issuer of the chain | {@link revoke}, {@link revocationList} |
 *
 * None of these calls asks a store. {@link verifyChainWithStatus} asks a store what is revoked. {@link authorizeOnce}
 * and {@link verifyPresentationOnce} also record what may be used only once. These three give promises.
 *
 * Nothing that a link says is believed: ids are hashed again, depth is counted, and each link may allow no more
 * than the link above. Only the verifier's own trust input makes the first issuer trusted. A fact that nobody
 * checked is `unchecked`, and `requireFacts` refuses it.
 *
 * @module
 */

export { type Authorization, authorize } from './grant/authorize.js'
export { authorizeOnce, type Counting } from './grant/authorizeOnce.js'
export { covers, coversPattern } from './grant/capability.js'
export {
  fromHeader,
  headerName,
  signatureComponents,
  signatureTag,
  toHeader,
} from './grant/header.js'
export {
  acknowledge,
  delegate,
  id,
  issue,
  type NewConstraints,
  type NewGrant,
  type Terms,
  verifyAcknowledgement,
} from './grant/issue.js'
export { defaultLifetime, present, type RequestBinding } from './grant/present.js'
export {
  type NewRevocation,
  type NewRevocationList,
  revocationList,
  revoke,
  type VerifiedRevocation,
  verifyRevocation,
} from './grant/revoke.js'
export { type Lookup, verifyChainWithStatus } from './grant/status.js'
export {
  type MemoryStatusStore,
  memoryStatusStore,
  memoryUseCounter,
  type StatusStore,
  type UseCounter,
} from './grant/stores.js'
export * from './grant/types.js'
export {
  type Policy,
  type Verified,
  verify,
  verifyChain,
} from './grant/verify.js'
export {
  type PresentationPolicy,
  type Presented,
  verifyPresentation,
  verifyPresentationOnce,
} from './grant/verifyPresentation.js'
