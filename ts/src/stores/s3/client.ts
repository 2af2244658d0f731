/**
 * What is used of a client of S3.
 *
 * @module
 */

/** What is used of an `S3` of `@aws-sdk/client-s3`. */
export type S3Client = {
  getObject(input: { Bucket: string; Key: string }): Promise<S3Object>
  putObject(input: S3Put): Promise<unknown>
}

/** An object, as far as it is looked at. */
export type S3Object = {
  readonly Body?: { transformToByteArray(): Promise<Uint8Array> } | undefined
  readonly ContentLength?: number | undefined
  readonly ETag?: string | undefined
}

/** What is sent. */
export type S3Put = {
  Bucket: string
  Key: string
  Body: Uint8Array
  ContentType: string
  IfMatch?: string
  IfNoneMatch?: string
}
