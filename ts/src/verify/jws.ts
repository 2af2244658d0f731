/**
 * JSON Web Signatures: verify.
 *
 * @module
 */

export { type Algorithm, algorithms, type SignatureFacts, type Verified, verify } from '../jws.js'
