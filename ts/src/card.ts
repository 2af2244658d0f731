/**
 * Agent Cards of A2A 1.0: validate, sign, verify, fetch.
 *
 * The specification leaves open which bytes the signature of a card covers. A {@link Reading} names one
 * answer to that, and each verification uses exactly one. The default follows the specification to the
 * letter and covers everything in the card.
 *
 * @module
 */

export { fetch, wellKnownPath } from './card/fetch.js'
export { type Answers, canonicalize, type Reading } from './card/reading.js'
export { sign } from './card/sign.js'
export type * from './card/types.js'
export { type Change, upgrade } from './card/upgrade.js'
export {
  type Detected,
  detect,
  type Input,
  type Problem,
  type Report,
  validate,
} from './card/validate.js'
export {
  type ProtectedHeader,
  type SignatureResult,
  type Verified,
  verify,
} from './card/verify.js'
export { type Served, wellKnown } from './card/wellKnown.js'
