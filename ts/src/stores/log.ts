/**
 * Tiles and checkpoints of a log.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { Tree } from '../log/tree.js'
import { members } from '../shape.js'
import { bytesOf, maybe, textOf, verdictOf } from './answers.js'
import type { Tiles } from './backend.js'
import { readName } from './bounds.js'
import type { Line } from './line.js'
import type { LogStore } from './types.js'

/** A tile has up to 256 hashes, of 32 bytes each. */
const hashBytes = 32
const maxTile = 256 * hashBytes

export function logStore(line: Line, tiles: Tiles, log: string): LogStore {
  return {
    async read(path) {
      const [place, width] = placeOf(path)
      const [hashes] = await line.ask(() => tiles.read(log, place), maybe(bytesOf))
      return hashes === undefined || hashes.length < width ? undefined : hashes.subarray(0, width)
    },
    async write(path, tile) {
      const [place] = placeOf(path)
      const hashes = check.bytes(tile, 'tile').slice()
      check.limit(hashes.length, maxTile, 'tile')
      const verdict = await line.ask(
        () => tiles.write(log, place, hashes),
        verdictOf('new', 'fork'),
      )
      if (verdict === 'fork') throw forked('the store holds other hashes for this tile')
    },
    publish: (note, tree) => publish(line, tiles, log, note, tree),
    async latest() {
      const [note] = await line.ask(() => tiles.latest(log), maybe(textOf))
      return note
    },
  }
}

async function publish(
  line: Line,
  tiles: Tiles,
  log: string,
  note: string,
  tree: Tree,
): Promise<boolean> {
  const { size, root } = members(tree, 'tree', ['size', 'root'])
  const checkpoint = {
    size: check.integer(size, 'size'),
    root: check.text(root, 'root'),
    note: check.text(note, 'note'),
  }
  const verdict = await line.ask(
    () => tiles.publish(log, checkpoint),
    verdictOf('new', 'known', 'fork'),
  )
  if (verdict === 'fork') throw forked('the store holds a checkpoint of another tree of this size')
  return verdict === 'new'
}

/** Where a tile stands, and how many bytes a reader of this path wants: `tile/0/000.p/5` has five hashes. */
function placeOf(path: string): readonly [string, number] {
  const [place, width = '256'] = readName(path, 'path').split('.p/')
  return [place as string, Number(width) * hashBytes]
}

function forked(what: string): CountersignError {
  return new CountersignError(
    'ERR_MERKLE_FORK',
    `${what}: it belongs to a log with another history`,
  )
}
