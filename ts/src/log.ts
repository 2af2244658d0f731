/**
 * A log of receipts: a Merkle tree that only grows (RFC 9162), in tiles (C2SP tlog-tiles), under signed
 * checkpoints (C2SP tlog-checkpoint).
 *
 * One checkpoint stands for any number of receipts. An inclusion proof shows that a receipt is in its tree. A
 * consistency proof shows that the tree of an older checkpoint is the beginning of it. A leaf does not cover
 * the witnesses of its receipt, which may be added later.
 *
 * The engine keeps only the right edge of the tree. Full tiles go to a {@link TileStore}, so memory stays small.
 *
 * @module
 */

import { concat } from './bytes.js'
import * as check from './check.js'
import { base64 } from './encoding.js'
import { call } from './engine/slot.js'
import { CountersignError, coreError } from './errors.js'
import type { Engine } from './generated/contract.js'
import { merkleTile } from './generated/messages.js'
import { disposable, Handle } from './handle.js'
import { checkpoint } from './log/checkpoint.js'
import { type ConsistencyProof, type Entry, type InclusionProof, leafHashes } from './log/proof.js'
import { memoryTileStore, type TileStore, unpackTiles } from './log/tiles.js'
import { type Tree, treeOf } from './log/tree.js'
import { type Fields, members, optional, shape } from './shape.js'
import type { Signer } from './signing.js'

export { type Checkpoint, checkpoint, verifierKey, verifyCheckpoint } from './log/checkpoint.js'
export {
  type ConsistencyProof,
  type Entry,
  type InclusionProof,
  verifyConsistency,
  verifyInclusion,
} from './log/proof.js'
export { memoryTileStore, type TileStore } from './log/tiles.js'
export type { Tree } from './log/tree.js'

const readProof = shape({ size: optional(check.integer) } satisfies Fields<Log.inclusion.Options>)

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

let make: (store: TileStore, size: number, create: (engine: Engine) => number) => Log

/** A log that can be appended to. Made by {@link create} and {@link resume}. */
export class Log {
  readonly #handle: Handle
  readonly #store: TileStore
  /** Tiles that the store has not taken yet. */
  readonly #unsent = new Map<string, Uint8Array>()
  #size: number
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (store, size, create) => new Log(door, store, size, create)
  }

  private constructor(
    key: typeof door,
    store: TileStore,
    size: number,
    create: (engine: Engine) => number,
  ) {
    if (key !== door) throw check.wrong('key', 'made by `Log`', key)
    this.#store = store
    this.#size = size
    this.#handle = new Handle(create, (engine, id) => engine.logClose(id))
  }

  /** How many receipts it holds. */
  get size(): number {
    return this.#size
  }

  /** Size and root. */
  tree(): Tree {
    const root = this.#handle.use((engine, id) => engine.logRoot(id))
    return { size: this.#size, root: base64.encode(root) }
  }

  /**
   * Appends receipts, or other data; gives the index of the first. They are in the log at once; the promise waits for
   * the store. If the store fails, the tiles are kept and written with the next call.
   *
   * @throws as `Receipt.id` for a receipt that cannot be read, and then none is appended. A log verifies nothing:
   * verify receipts before you append them.
   */
  async append(...entries: readonly Entry[]): Promise<number> {
    const leaves = leafHashes(entries)
    const packed = this.#handle.use((engine, id) => engine.logAppend(id, leaves))
    const first = this.#size
    this.#size += leaves.length / 32
    for (const [path, tile] of unpackTiles(packed)) this.#unsent.set(path, tile)
    await this.#send()
    return first
  }

  /** Writes the partial tiles too, so that a reader of the store sees all of the log. */
  async flush(): Promise<void> {
    for (const [path, tile] of this.#partial()) this.#unsent.set(path, tile)
    await this.#send()
  }

  /**
   * The signed state of the log, after {@link Log.flush}.
   *
   * @example
   * ```ts
   * const note = await log.checkpoint(signer, { origin: 'log.example/agents' })
   * ```
   *
   * @throws `ERR_KEY_TYPE_MISMATCH` unless the signer is Ed25519; `ERR_CHECKPOINT_MALFORMED`.
   */
  async checkpoint(signer: Signer, options: Log.checkpoint.Options): Promise<string> {
    const tree = this.tree()
    await this.flush()
    return checkpoint(tree, signer, options)
  }

  /**
   * The proof that receipt `index` is in the log, as it is or as it was.
   *
   * @throws `ERR_MERKLE_RANGE`; `ERR_MERKLE_TILE` if the store has lost a tile.
   */
  async inclusion(index: number, options: Log.inclusion.Options = {}): Promise<InclusionProof> {
    const stored = this.#size
    const { size: of = stored } = readProof(options)
    const position = check.integer(index, 'index')
    const paths = call((engine) => engine.logInclusionTiles(position, of, stored))
    const tiles = await this.#tiles(paths)
    const hashes = call((engine) => engine.logInclusion(position, of, stored, tiles))
    return { index: position, size: of, hashes: split(hashes) }
  }

  /**
   * The proof that the log, as it is or as it was, begins with the log of its `first` receipts. Throws as {@link
   * Log.inclusion}.
   */
  async consistency(
    first: number,
    options: Log.consistency.Options = {},
  ): Promise<ConsistencyProof> {
    const stored = this.#size
    const { size: now = stored } = readProof(options)
    const old = check.integer(first, 'first')
    const paths = call((engine) => engine.logConsistencyTiles(old, now, stored))
    const tiles = await this.#tiles(paths)
    const hashes = call((engine) => engine.logConsistency(old, now, stored, tiles))
    return { first: old, second: now, hashes: split(hashes) }
  }

  /** Forgets the edge. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  async #send(): Promise<void> {
    for (const [path, tile] of this.#unsent) {
      await this.#store.write(path, tile)
      // Another call may have put a wider tile there meanwhile.
      if (this.#unsent.get(path) === tile) this.#unsent.delete(path)
    }
  }

  /**
   * The tiles at these paths, one behind the other: those of the edge, those that are not sent yet, or those in the
   * store.
   */
  async #tiles(paths: string): Promise<Uint8Array> {
    const own = new Map([...this.#unsent, ...this.#partial()])
    return gather(
      JSON.parse(paths) as string[],
      async (path) => own.get(path) ?? this.#store.read(path),
    )
  }

  #partial(): ReadonlyMap<string, Uint8Array> {
    return unpackTiles(this.#handle.use((engine, id) => engine.logPartial(id)))
  }
}
disposable(Log)

export declare namespace Log {
  namespace checkpoint {
    type Options = import('./log/checkpoint.js').checkpoint.Options
  }
  namespace inclusion {
    type Options = {
      /** How many receipts the log held. Default: as many as now. */
      readonly size?: number
    }
  }
  namespace consistency {
    type Options = inclusion.Options
  }
}

/**
 * Starts a log without receipts.
 *
 * @example
 * ```ts
 * const log = await Log.create({ store })
 * ```
 */
export async function create(options: create.Options = {}): Promise<Log> {
  const { store = memoryTileStore() } = readCreate(options)
  return make(store, 0, (engine) => engine.logRestore(0, none))
}

const none = new Uint8Array()

const readCreate = shape({ store: optional(storeOf) } satisfies Fields<create.Options>)

export declare namespace create {
  type Options = {
    /** Where tiles are kept. Default: memory. */
    readonly store?: TileStore
  }
}

/**
 * Goes on with the log in a store.
 *
 * @example
 * ```ts
 * const log = await Log.resume(Log.verifyCheckpoint(note, { key }, { origin }), { store })
 * ```
 *
 * @param tree - The tree in the store: the last checkpoint, which was verified.
 * @throws `ERR_MERKLE_TILE` if a tile is missing; `ERR_MERKLE_PROOF` if the tiles are not of this tree.
 */
export async function resume(tree: Tree, options: resume.Options): Promise<Log> {
  const { size, root } = treeOf(tree, 'tree')
  const { store } = readResume(options)
  const paths = JSON.parse(call((engine) => engine.logEdgeTiles(size))) as string[]
  const edge = await gather(paths, (path) => store.read(path))
  const log = make(store, size, (engine) => engine.logRestore(size, edge))
  if (log.tree().root === base64.encode(root)) return log
  log.close()
  throw new CountersignError(
    'ERR_MERKLE_PROOF',
    'the tiles of the store do not belong to this tree: resume the log with the tree that was stored last',
  )
}

const readResume = shape({ store: storeOf } satisfies Fields<resume.Options>)

export declare namespace resume {
  type Options = {
    /** Where the tiles of the log are kept. */
    readonly store: TileStore
  }
}

/** A store stays the caller's object, because its methods may need its other members. */
function storeOf(value: unknown, name: string): TileStore {
  const { read, write } = members(value, name, ['read', 'write'])
  check.callable(read, `${name}.read`)
  check.callable(write, `${name}.write`)
  return value as TileStore
}

function split(hashes: Uint8Array): string[] {
  return Array.from({ length: hashes.length / 32 }, (_, index) =>
    base64.encode(hashes.subarray(32 * index, 32 * index + 32)),
  )
}

async function gather(
  paths: readonly string[],
  read: (path: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  const tiles: Uint8Array[] = []
  for (const path of paths) {
    const tile = await read(path)
    const hashes = path.includes('.p/') ? Number(path.split('.p/')[1]) : 256
    if (tile === undefined || check.bytes(tile, 'tile').length !== 32 * hashes)
      throw coreError(merkleTile, { path })
    tiles.push(tile)
  }
  return concat(tiles)
}
