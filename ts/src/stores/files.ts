/**
 * Logs in files: a folder, for the processes of one machine.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { builtin } from '../http/node.js'
import { type Fields, shape } from '../shape.js'
import { cellTiles } from './cells.js'
import { fileCells } from './files/cells.js'
import { Line } from './line.js'
import { logStoresOn } from './open.js'
import { type Patience, patienceFields } from './options.js'
import type { LogStores } from './types.js'

/**
 * Keeps logs in a folder, each in one of its own. What was acknowledged survives the end of the process and of the
 * machine: files and folders are synced before. Processes may write at the same time, on a file system that has hard
 * links.
 *
 * A full tile is a file where C2SP tlog-tiles has it. Partial tiles and the checkpoint, which are replaced, are the
 * newest file of a folder whose name ends in `.versions`. An earlier version and files of writers that were killed may
 * lie beside them.
 *
 * @example
 * ```ts no-run: it writes files
 * const store = fileStores('/var/lib/registry').log('log.example/agents')
 * const log = await Log.create({ store })
 * ```
 *
 * @throws `ERR_ARGUMENT`; `ERR_STORE_UNAVAILABLE` where there is no file system, as in a browser. The name of a log has
 * 200 characters at most (`ERR_LIMIT_EXCEEDED`), of which each but `a-z 0-9 . _ -` counts for three or more.
 */
export function fileStores(folder: string, options: fileStores.Options = {}): LogStores {
  const place = check.text(folder, 'folder')
  const { timeout, waiting } = readOptions(options)
  const load = builtin()
  if (!load) throw new CountersignError('ERR_STORE_UNAVAILABLE', 'there is no file system here')
  const files = load('node:fs/promises')
  const { join, dirname } = load('node:path')
  const cells = fileCells({ files, join, dirname }, place)
  return logStoresOn(
    { tiles: cellTiles(cells), inspect: cells.inspect },
    new Line(timeout, waiting),
  )
}

const readOptions = shape(patienceFields satisfies Fields<fileStores.Options>)

export declare namespace fileStores {
  type Options = Patience
}
