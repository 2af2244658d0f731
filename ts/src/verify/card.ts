/**
 * Agent Cards of A2A 1.0: fetch, detect, verify.
 *
 * @module
 */

export { fetch, wellKnownPath } from '../card/fetch.js'
export type { Reading } from '../card/reading.js'
export type * from '../card/types.js'
export { type Detected, detect } from '../card/validate.js'
export {
  type ProtectedHeader,
  type SignatureResult,
  type Verified,
  verify,
} from '../card/verify.js'
