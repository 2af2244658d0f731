/**
 * `countersign/stores/s3`: logs in a bucket, over the S3 protocol.
 *
 * @module
 */

export { type S3Client, type S3Object, type S3Put, s3Stores } from '../../stores/s3.js'
export type * from '../../stores/types.js'
