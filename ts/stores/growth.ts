// A log that several processes write at once, all the same tree, while something happens to them or to the store.

import type { LogStore, LogStores } from 'countersign/stores/contract'
import { insist } from './insist.js'

export type Growth = {
  readonly kind: 'growth'
  readonly name: string
  /** How many full tiles it gets. */
  readonly tiles: number
}

const full = 256
const hash = 32
/** A tile grows in steps of so many hashes. */
const step = 32

/** The sizes that this process was acknowledged, tile and checkpoint. */
export async function growLog(
  { log }: LogStores,
  { name, tiles }: Growth,
  onProgress: (tile: number) => void,
): Promise<readonly number[]> {
  const store = log(name)
  const acknowledged: number[] = []
  for (let size = step; size <= tiles * full; size += step) {
    await insist(() => writeUpTo(store, size))
    acknowledged.push(size)
    onProgress(Math.floor(size / full))
  }
  return acknowledged
}

async function writeUpTo(store: LogStore, size: number): Promise<void> {
  const [path, tile] = lastTile(size)
  await store.write(path, tile)
  await store.publish(`log\n${size}\nroot-${size}\n\n— log AAAA\n`, { size, root: `root-${size}` })
}

/** The last tile of a tree: its path, and its hashes, of which no two are the same. */
function lastTile(size: number): readonly [string, Uint8Array] {
  const index = Math.floor((size - 1) / full)
  const width = size - index * full
  const tile = new Uint8Array(width * hash)
  for (let position = 0; position < width; position += 1)
    new DataView(tile.buffer).setUint32(position * hash, index * full + position)
  const place = `tile/0/${String(index).padStart(3, '0')}`
  return [width === full ? place : `${place}.p/${width}`, tile]
}

/** What came of it: acknowledged sizes whose tile is not there, or which are beyond the checkpoint. */
export async function judgeGrowth(
  { log }: LogStores,
  { name }: Growth,
  acknowledged: readonly (readonly number[])[],
): Promise<{ asked: number; accepted: number; twice: number; lost: number }> {
  const all = acknowledged.flat()
  const store = log(name)
  const [, signed = '0'] = ((await store.latest()) ?? '').split('\n')
  let lost = all.filter((size) => size > Number(signed)).length
  for (const size of new Set(all)) {
    const [path, tile] = lastTile(size)
    const found = await store.read(path)
    if (found === undefined || Buffer.compare(found, tile) !== 0) lost += 1
  }
  return { asked: all.length, accepted: all.length, twice: 0, lost }
}
