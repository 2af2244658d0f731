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
/** The object that conditions are tried on. */
const health = 'health'
const absent: Condition = { IfNoneMatch: '*' }

export function s3Cells(client: S3Client, bucket: string, prefix: string): Cells {
  const place = (path: string) => ({ Bucket: bucket, Key: prefix + path })
  const put: Put = (path, Body, condition) => putObject(client, { ...place(path), Body }, condition)
  const prove = prover(put)

  async function read(path: string): Promise<Cell | undefined> {
    try {
      return await cellOf(await client.getObject(place(path)))
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined
      throw error
    }
  }

  async function swap(path: string, bytes: Uint8Array, old: Cell | undefined): Promise<boolean> {
    await prove()
    return put(path, bytes, old === undefined ? absent : { IfMatch: old.version })
  }

  async function inspect(): Promise<readonly string[]> {
    try {
      await prove()
      await client.getObject(place(health))
      return []
    } catch (error) {
      return [`the bucket cannot be used: ${(error as Error).message}`]
    }
  }

  // What a service lets others read, it keeps.
  return { read, swap, settle: async () => {}, inspect }
}

/** Gives whether the condition held, and the object is written. */
type Put = (path: string, bytes: Uint8Array, condition: Condition) => Promise<boolean>

async function putObject(
  client: S3Client,
  object: Pick<S3Put, 'Bucket' | 'Key' | 'Body'>,
  condition: Condition,
): Promise<boolean> {
  try {
    await client.putObject({ ...object, ContentType: 'application/octet-stream', ...condition })
    return true
  } catch (error) {
    if (refusals.has(nameOf(error))) return false
    throw error
  }
}

/** A function that throws unless the server refuses what it has to refuse. It asks once; after an error again. */
function prover(put: Put): () => Promise<void> {
  let proven: Promise<void> | undefined
  return () => {
    proven ??= tryConditions(put).catch((error) => {
      proven = undefined
      throw error
    })
    return proven
  }
}

async function tryConditions(put: Put): Promise<void> {
  const probe = (condition: Condition) => put(health, new Uint8Array(), condition)
  await probe(absent)
  if (await probe(absent)) throw new Error('the server does not keep to If-None-Match')
  if (await probe({ IfMatch: noTag })) throw new Error('the server does not keep to If-Match')
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
