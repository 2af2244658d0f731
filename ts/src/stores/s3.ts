/**
 * Logs in a bucket, over the S3 protocol.
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, members, shape, withDefault } from '../shape.js'
import { cellTiles } from './cells.js'
import { Line } from './line.js'
import { logStoresOn } from './open.js'
import { type Patience, patienceFields } from './options.js'
import { s3Cells } from './s3/cells.js'
import type { S3Client } from './s3/client.js'
import type { LogStores } from './types.js'

export type { S3Client, S3Object, S3Put } from './s3/client.js'

/**
 * Keeps logs in a bucket, each below its name. A tile is written, and a checkpoint replaced, only on the condition that
 * nobody else has done it (`If-None-Match`, `If-Match`). A server that does not keep to these conditions is found out
 * before the first write, and refused.
 *
 * Full tiles and the checkpoint have the names of C2SP tlog-tiles, so readers may take them from the bucket. A partial
 * tile has the name of the full one: let `read` serve it.
 *
 * @example
 * ```ts no-run: it needs a bucket
 * const store = s3Stores(new S3({ region }), { bucket: 'logs' }).log('log.example/agents')
 * const log = await Log.create({ store })
 * ```
 *
 * @param client - An `S3` of `@aws-sdk/client-s3`. Its user needs `s3:GetObject`, `s3:PutObject` and `s3:ListBucket`,
 * without which a missing object is a forbidden one.
 * @throws `ERR_ARGUMENT` unless `client` is a client of S3. The name of a log has 200 characters at most
 * (`ERR_LIMIT_EXCEEDED`), of which each but `a-z 0-9 . _ -` counts for three or more.
 */
export function s3Stores(client: S3Client, options: s3Stores.Options): LogStores {
  const { getObject, putObject } = members(client, 'client', ['getObject', 'putObject'])
  check.callable(getObject, 'client.getObject')
  check.callable(putObject, 'client.putObject')
  const { bucket, prefix, timeout, waiting } = readOptions(options)
  const cells = s3Cells(client, bucket, prefix)
  return logStoresOn(
    { tiles: cellTiles(cells), inspect: cells.inspect },
    new Line(timeout, waiting),
  )
}

const readOptions = shape({
  ...patienceFields,
  bucket: check.text,
  prefix: withDefault(check.text, ''),
} satisfies Fields<s3Stores.Options>)

export declare namespace s3Stores {
  type Options = Patience & {
    readonly bucket: string
    /** What keys begin with. Default: nothing. */
    readonly prefix?: string
  }
}
