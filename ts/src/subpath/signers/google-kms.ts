/**
 * `countersign/signers/google-kms`: a key of Google Cloud KMS signs.
 *
 * @module
 */

export { type GoogleKms, googleKmsSigner } from '../../signers/googleKms.js'
