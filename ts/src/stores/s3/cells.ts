/**
 * Objects in a bucket, written on conditions.
 *
 * @internal
 * @module
 */

import type { Cell, Cells } from '../cells.js'
import type { S3Client, S3Object, S3Put } from './client.js'

type Condition = Pick<S3Put, 'IfMatch' | 'IfNoneMatch'>

/** The largest object that is read, in bytes. A tile has 8,192. */
const largest = 1_048_576
/** The tag of no object. */
const noTag = `"${'0'.repeat(32)}"`
const absent: Condition = { IfNoneMatch: '*' }

export function s3Cells(client: S3Client, bucket: string, prefix: string): Cells {
  let proven: Promise<void> | undefined

  async function read(path: string): Promise<Cell | undefined> {
    try {
      return await cellOf(await client.getObject({ Bucket: bucket, Key: prefix + path }))
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined
      throw error
    }
  }

  async function swap(path: string, bytes: Uint8Array, old: Cell | undefined): Promise<boolean> {
    await prove()
    return put(path, bytes, old === undefined ? absent : { IfMatch: old.version })
  }

  async function put(path: string, Body: Uint8Array, condition: Condition): Promise<boolean> {
    const ContentType = 'application/octet-stream'
    try {
      await client.putObject({
        Bucket: bucket,
        Key: prefix + path,
        Body,
        ContentType,
        ...condition,
      })
      return true
    } catch (error) {
      if (refusals.has(nameOf(error))) return false
      throw error
    }
  }

  /** Throws unless the server refuses what it has to refuse. Asked once; after an error again. */
  function prove(): Promise<void> {
    proven ??= tryConditions().catch((error) => {
      proven = undefined
      throw error
    })
    return proven
  }

  async function tryConditions(): Promise<void> {
    const probe = (condition: Condition) => put('health', new Uint8Array(), condition)
    await probe(absent)
    if (await probe(absent)) throw new Error('the server does not keep to If-None-Match')
    if (await probe({ IfMatch: noTag })) throw new Error('the server does not keep to If-Match')
  }

  async function inspect(): Promise<readonly string[]> {
    try {
      await prove()
      await client.getObject({ Bucket: bucket, Key: `${prefix}health` })
      return []
    } catch (error) {
      return [`the bucket cannot be used: ${(error as Error).message}`]
    }
  }

  // What a service lets others read, it keeps.
  return { read, swap, settle: async () => {}, inspect }
}

/** Something else is there, or was until a moment ago, or somebody writes at this moment. */
const refusals: ReadonlySet<unknown> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
])

async function cellOf({ Body, ContentLength = 0, ETag }: S3Object): Promise<Cell> {
  if (Body === undefined || !ETag || ContentLength > largest)
    throw new TypeError('the server gave an object without a tag, or of another size than ours')
  return { bytes: await Body.transformToByteArray(), version: ETag }
}

function nameOf(error: unknown): unknown {
  return (error as { name?: unknown } | null)?.name
}
