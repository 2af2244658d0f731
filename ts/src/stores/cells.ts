/**
 * {@link Tiles} over objects that are replaced as a whole, if they are still what they were: files and buckets.
 *
 * Objects have the names of C2SP tlog-tiles, below the name of the log: `checkpoint`, `tile/0/000` and so on. A partial
 * tile has the name of the full one, which it will be.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import type { Backend, StoredCheckpoint, Tiles, Verdict } from './backend.js'
import { readTree } from './log.js'

/** An object, and what changes whenever it does. */
export type Cell = { readonly bytes: Uint8Array; readonly version: string }

/** Where objects are. */
export type Cells = {
  read(path: string): Promise<Cell | undefined>
  /** Puts `bytes` in the place of `old`. `false` if there may be something else by now: then look again. */
  swap(path: string, bytes: Uint8Array, old: Cell | undefined): Promise<boolean>
  /** Makes what was read last: somebody else may be about to. */
  settle(path: string): Promise<void>
  /** What is wrong with the place, in words. */
  inspect: Backend['inspect']
}

/** So often others may be faster: each time, one of them was done. */
const tries = 100

export function cellTiles(cells: Cells): Tiles {
  return {
    read: async (log, place) => (await cells.read(pathOf(log, place)))?.bytes,
    write: (log, place, hashes) =>
      replace(cells, pathOf(log, place), hashes, (old) => judgeTile(old, hashes)),
    publish: (log, checkpoint) =>
      replace(cells, pathOf(log, 'checkpoint'), toBytes(checkpoint.note), (old) =>
        judgeCheckpoint(toText(old), checkpoint),
      ),
    async latest(log) {
      const found = await cells.read(pathOf(log, 'checkpoint'))
      return found && toText(found.bytes)
    },
  }
}

/** What is there decides: with a verdict it stays, without one it is replaced. */
async function replace(
  cells: Cells,
  path: string,
  bytes: Uint8Array,
  judge: (old: Uint8Array) => Verdict | undefined,
): Promise<Verdict> {
  for (let left = tries; left > 0; left -= 1) {
    const old = await cells.read(path)
    const verdict = old && judge(old.bytes)
    if (verdict === 'new') await cells.settle(path)
    if (verdict !== undefined) return verdict
    if (await cells.swap(path, bytes, old)) return 'new'
  }
  throw new Error(`others were faster, ${tries} times`)
}

/** Of the two, the shorter must be the beginning of the longer, which stays. */
function judgeTile(old: Uint8Array, hashes: Uint8Array): Verdict | undefined {
  const [narrow, wide] = old.length < hashes.length ? [old, hashes] : [hashes, old]
  if (narrow.some((byte, index) => byte !== wide[index])) return 'fork'
  return old === wide ? 'new' : undefined
}

function judgeCheckpoint(old: string, { size, root, note }: StoredCheckpoint): Verdict | undefined {
  const tree = readTree(old)
  if (tree.size > size) return 'known'
  if (tree.size < size) return undefined
  if (tree.root !== root) return 'fork'
  // Nobody was told yet that it is there, if it is the same.
  return old === note ? 'new' : undefined
}

/** The longest name of a log, in characters as they stand in a path. */
const longestName = 200

/**
 * Where an object of a log is. The name of a log is one part of a path, which means the same where case does not count.
 *
 * @throws `ERR_LIMIT_EXCEEDED`.
 */
function pathOf(log: string, place: string): string {
  const name = log.slice(0, longestName + 1).replace(/[^a-z0-9._-]|^\.|\.$/gu, spellOut)
  if (name.length > longestName) {
    const message = `the name of a log has at most ${longestName} characters here`
    throw new CountersignError('ERR_LIMIT_EXCEEDED', message, {
      member: 'origin',
      limit: longestName,
    })
  }
  return `${name}/${place}`
}

function spellOut(character: string): string {
  const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
  return Array.from(toBytes(character), (byte) => `%${hex(byte)}`).join('')
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const toBytes = (text: string): Uint8Array => encoder.encode(text)
const toText = (bytes: Uint8Array): string => decoder.decode(bytes)
