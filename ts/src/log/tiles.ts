/**
 * Where the tiles of a log are kept.
 *
 * @module
 */

import { CountersignError } from '../errors.js'
import { readFrames } from '../frames.js'

/**
 * Keeps tiles by their path, as C2SP tlog-tiles names them: a file store or any web server does. A tile is written
 * once, except that a wider tile follows one whose path ends in `.p/W`. A store should refuse other bytes for a tile
 * that it has: they belong to another history, of a second writer or of a log that was resumed with an older tree than
 * the store holds. {@link memoryTileStore} does.
 */
export type TileStore = {
  /** The bytes of a tile, or nothing. */
  read(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
  /** Keeps a tile. */
  write(path: string, tile: Uint8Array): void | Promise<void>
}

/**
 * A store in memory. Of partial tiles it keeps the widest.
 *
 * @example
 * ```ts
 * const log = await Log.create({ store: Log.memoryTileStore() })
 * ```
 */
export function memoryTileStore(): TileStore {
  const tiles = new Map<string, Uint8Array>()
  const partial = new Map<string, string>()
  return {
    read: (path) => tiles.get(path)?.slice(),
    write(path, tile) {
      const old = tiles.get(path)
      if (old && (old.length !== tile.length || old.some((byte, index) => byte !== tile[index])))
        throw new CountersignError(
          'ERR_MERKLE_FORK',
          'the store holds other bytes for this tile: it belongs to a log with another history',
        )
      const [place = path] = path.split('.p/')
      const narrower = partial.get(place)
      if (narrower !== undefined) tiles.delete(narrower)
      partial.delete(place)
      if (place !== path) partial.set(place, path)
      tiles.set(path, tile.slice())
    },
  }
}

/** Tiles as the engine gives them: a list of path, hashes, path, hashes and so on. @internal */
export function unpackTiles(list: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const tiles = new Map<string, Uint8Array>()
  const items = readFrames(list)[Symbol.iterator]()
  for (const path of items) {
    const hashes = items.next().value as Uint8Array
    tiles.set(new TextDecoder().decode(path), hashes.slice())
  }
  return tiles
}
