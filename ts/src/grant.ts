/**
 * Grants: who lets whom do what, and for how long.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | issuer | {@link issue}; its subject may {@link acknowledge} |
 * | 2 | subject | {@link delegate}: a part of it, to somebody else |
 * | 3 | last subject | {@link present}: it holds the last key |
 * | 4 | verifier | {@link authorize} or {@link verifyChain}, then {@link requireChain} |
 * | 5 | an issuer of the chain | {@link revoke}, {@link revocationList} |
 *
 * None of them asks a store. {@link verifyChainWithStatus} asks what is revoked; {@link authorizeOnce} and
 * {@link verifyPresentationOnce} also mark what may be used once. These give promises.
 *
 * Nothing in a link is believed: ids are hashed anew, depth is counted, and what a link may say is
 * bounded by the link above. The first issuer is trusted by the verifier's own input, and by nothing
 * else. What nobody has checked is `unchecked`, and {@link requireChain} refuses it.
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
  requireChain,
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
