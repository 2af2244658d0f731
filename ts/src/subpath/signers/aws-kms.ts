/**
 * `countersign/signers/aws-kms`: a key of AWS KMS signs.
 *
 * @module
 */

export { type AwsKms, awsKmsSigner } from '../../signers/awsKms.js'
