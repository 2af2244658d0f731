/**
 * Tiles and checkpoints of a log, in the forms of C2SP tlog-tiles and tlog-checkpoint.
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

/** A tile has up to 256 hashes, of 32 bytes each; so many bytes in all. */
const hashBytes = 32
export const maxTile: number = 256 * hashBytes

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
  const stated = readTree(checkpoint.note)
  if (stated.size !== checkpoint.size || stated.root !== checkpoint.root)
    throw new CountersignError('ERR_CHECKPOINT_MALFORMED', 'the note is of another tree', {
      reason: 'another tree',
    })
  const verdict = await line.ask(
    () => tiles.publish(log, checkpoint),
    verdictOf('new', 'known', 'fork'),
  )
  if (verdict === 'fork') throw forked('the store holds a checkpoint of another tree of this size')
  return verdict === 'new'
}

/** The tree of a note: its second line is the size, its third the root. If the text is not a note, a tree that matches nothing. */
export function readTree(note: string): { readonly size: number; readonly root: string } {
  const [, size, root = ''] = note.split('\n', 3)
  return { size: Number(size), root }
}

const tilePath = /^(tile\/\d{1,2}\/(?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Where a tile stands, and how many bytes a reader of this path wants: `tile/0/000.p/5` has five hashes. */
function placeOf(path: string): readonly [string, number] {
  const text = readName(path, 'path')
  const [, place, width = '256'] = tilePath.exec(text) ?? []
  if (place === undefined) throw check.unfit('path', 'the path of a tile, as tile/0/000.p/5', text)
  return [place, Number(width) * hashBytes]
}

function forked(what: string): CountersignError {
  return new CountersignError(
    'ERR_MERKLE_FORK',
    `${what}: it belongs to a log with another history`,
  )
}
