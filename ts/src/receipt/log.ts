/**
 * A log of receipts: a Merkle tree that only grows (RFC 9162), in tiles (C2SP tlog-tiles), under signed
 * checkpoints (C2SP tlog-checkpoint).
 *
 * A checkpoint is one line of trust for any number of receipts: an inclusion proof shows that a receipt
 * is in it, a consistency proof that an older checkpoint is its beginning. Witnesses of a receipt are
 * outside the leaf: they may come later.
 *
 * The engine keeps the right edge only; full tiles go to a {@link TileStore}, so the memory stays small.
 *
 * @module
 */

import * as check from '../check.js'
import { base64 } from '../encoding.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, members, optional, shape, withDefault } from '../shape.js'
import { checkSigner, type Signed, type Signer, signWith } from '../signing.js'
import { allOf } from './common.js'
import { memoryTileStore, type TileStore, unpackTiles } from './tiles.js'
import type { Input } from './types.js'

export { memoryTileStore, type TileStore } from './tiles.js'

/** What a log holds: a receipt, or any other data. */
export type Entry = Input | { readonly data: Uint8Array }

/** The state of a log. */
export type Tree = {
  readonly size: number
  /** Base64. */
  readonly root: string
}

/** A checkpoint that was verified. */
export type Checkpoint = Tree & {
  readonly origin: string
  readonly extensions: readonly string[]
}

/** Shows that leaf `index` is in the tree of `size` leaves. */
export type InclusionProof = {
  readonly index: number
  readonly size: number
  /** Base64 each. */
  readonly hashes: readonly string[]
}

/** Shows that the tree of `second` leaves begins with that of `first`. */
export type ConsistencyProof = {
  readonly first: number
  readonly second: number
  /** Base64 each. */
  readonly hashes: readonly string[]
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

/** A log that can be appended to. Made by {@link open}. */
export class Log {
  readonly #handle: Handle
  readonly #store: TileStore
  /** Tiles that the store has not taken yet. */
  readonly #unsent = new Map<string, Uint8Array>()
  #size: number
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, store: TileStore, size: number, edge: Uint8Array) {
    if (key !== door) throw check.wrong('key', 'made by `Receipt.log`', key)
    this.#store = store
    this.#size = size
    this.#handle = new Handle(
      (engine) => engine.logOpen(size, edge),
      (engine, id) => engine.logClose(id),
    )
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
   * the store. If that fails, the tiles are kept, and go with the next call.
   *
   * @throws as `Receipt.id` for a receipt that cannot be read, and then none is appended. A log does not
   * verify: verify what is appended.
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
  async checkpoint(signer: Signer, options: checkpoint.Options): Promise<string> {
    const tree = this.tree()
    await this.flush()
    return checkpoint(tree, signer, options)
  }

  /**
   * The proof that receipt `index` is in the log, as it is or as it was with `size` receipts.
   *
   * @throws `ERR_MERKLE_RANGE`; `ERR_MERKLE_TILE` if the store has lost a tile.
   */
  async inclusion(index: number, size: number = this.#size): Promise<InclusionProof> {
    const stored = this.#size
    const [at, of] = [check.integer(index, 'index'), check.integer(size, 'size')]
    const paths = call((engine) => engine.logInclusionTiles(at, of, stored))
    const tiles = await this.#tiles(paths)
    const hashes = call((engine) => engine.logInclusion(at, of, stored, tiles))
    return { index: at, size: of, hashes: split(hashes) }
  }

  /** The proof that the log of `second` receipts begins with that of `first`. Throws as {@link Log.inclusion}. */
  async consistency(first: number, second: number = this.#size): Promise<ConsistencyProof> {
    const stored = this.#size
    const [old, now] = [check.integer(first, 'first'), check.integer(second, 'second')]
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

  /** The tiles at paths, behind each other: of the edge, not sent yet, or from the store. */
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

/**
 * Opens a log: a new one, or the one that `tree` says is in the store.
 *
 * @example
 * ```ts
 * const log = await Receipt.log.open({ store, tree: Receipt.log.verifyCheckpoint(note, { origin, key }) })
 * ```
 *
 * @throws `ERR_MERKLE_TILE` if a tile is missing; `ERR_MERKLE_PROOF` if the tiles are not of this tree.
 */
export async function open(options: open.Options = {}): Promise<Log> {
  const { store, tree } = readOpen(options)
  if (tree === undefined) return new Log(door, store, 0, new Uint8Array())
  const { size, root } = treeOf(tree, 'tree')
  const paths = JSON.parse(call((engine) => engine.logEdgeTiles(size))) as string[]
  const log = new Log(door, store, size, await gather(paths, (path) => store.read(path)))
  if (log.tree().root === base64.encode(root)) return log
  log.close()
  throw new CountersignError('ERR_MERKLE_PROOF', 'the tiles of the store are not of this tree')
}

const readOpen = shape({
  store: (value, name) => (value === undefined ? memoryTileStore() : storeOf(value, name)),
  tree: optional((value) => value as Tree),
} satisfies Fields<open.Options>)

/** A store stays the caller's object: its methods may need what else it has. */
function storeOf(value: unknown, name: string): TileStore {
  const { read, write } = members(value, name, ['read', 'write'])
  check.callable(read, `${name}.read`)
  check.callable(write, `${name}.write`)
  return value as TileStore
}

export declare namespace open {
  type Options = {
    /** Where tiles are kept. Default: memory. */
    readonly store?: TileStore
    /** The tree in the store: a checkpoint that was verified. Default: none yet. */
    readonly tree?: Tree
  }
}

/**
 * A signed checkpoint of any tree. At once for a local signer.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH` unless the signer is Ed25519; `ERR_CHECKPOINT_MALFORMED`.
 */
export function checkpoint<S extends Signer>(
  tree: Tree,
  signer: S,
  options: checkpoint.Options,
): Signed<S, string> {
  const { size, root } = treeOf(tree, 'tree')
  const { origin, name = origin, extensions: lines } = readCheckpoint(options)
  const extensions = JSON.stringify(lines)
  const key = keyBytes(checkSigner(signer).publicKey)
  const text = call((engine) => engine.logCheckpointText(origin, size, root, extensions))
  return signWith(signer, new TextEncoder().encode(text), (signature) =>
    call((engine) => engine.logCheckpointAttach(text, name, key, signature)),
  )
}

const readCheckpoint = shape({
  origin: check.text,
  name: optional(check.text),
  extensions: withDefault(
    (value, name) => check.list(value, name).map((line) => check.text(line, name)),
    [],
  ),
} satisfies Fields<checkpoint.Options>)

export declare namespace checkpoint {
  type Options = {
    /** The name of the log, as a URL without scheme. */
    readonly origin: string
    /** The name of the key. Default: `origin`. */
    readonly name?: string
    /** Further lines. */
    readonly extensions?: readonly string[]
  }
}

/**
 * Verifies a checkpoint.
 *
 * @example
 * ```ts
 * const tree = Receipt.log.verifyCheckpoint(note, { origin: 'log.example/agents', key })
 * ```
 *
 * @throws `ERR_CHECKPOINT_MALFORMED`, `ERR_CHECKPOINT_ORIGIN`, `ERR_CHECKPOINT_KEY`,
 * `ERR_CHECKPOINT_SIGNATURE`, `ERR_LIMIT_EXCEEDED`.
 */
export function verifyCheckpoint(note: string, options: verifyCheckpoint.Options): Checkpoint {
  const text = check.text(note, 'note')
  const { origin, name = origin, key } = readVerifyCheckpoint(options)
  return JSON.parse(call((engine) => engine.logCheckpointVerify(text, origin, name, key)))
}

const readVerifyCheckpoint = shape({
  origin: check.text,
  key: keyBytes,
  name: optional(check.text),
} satisfies Fields<verifyCheckpoint.Options>)

export declare namespace verifyCheckpoint {
  type Options = {
    /** The name of the log. */
    readonly origin: string
    /** The key of the log, Ed25519. */
    readonly key: PublicKey
    /** The name of the key. Default: `origin`. */
    readonly name?: string
  }
}

/** The key of a log as other tools take it: name, key id and key, with pluses between. */
export function verifierKey(name: string, key: PublicKey): string {
  const [text, tagged] = [check.text(name, 'name'), keyBytes(key, 'key')]
  return call((engine) => engine.logCheckpointKey(text, tagged))
}

/**
 * Checks that a receipt, or other data, is in `tree`, a checkpoint that was verified.
 *
 * @example
 * ```ts
 * Receipt.log.verifyInclusion(receipt, proof, tree)
 * ```
 *
 * @throws `ERR_MERKLE_PROOF`; `ERR_MERKLE_RANGE`; as `Receipt.id`. The receipt itself is not verified.
 */
export function verifyInclusion(entry: Entry, proof: InclusionProof, tree: Tree): void {
  const { size, root } = treeOf(tree, 'tree')
  const { index, hashes, size: stated } = members(proof, 'proof', ['index', 'hashes', 'size'])
  const [at, path] = [check.integer(index, 'proof.index'), join(hashes)]
  if (stated !== size) throw mismatch()
  const leaf = leafHashes([entry])
  call((engine) => engine.logVerifyInclusion(leaf, at, size, path, root))
}

/**
 * Checks that `tree` begins with `older`: nothing was taken away or changed.
 *
 * @throws `ERR_MERKLE_PROOF`; `ERR_MERKLE_RANGE`.
 */
export function verifyConsistency(older: Tree, tree: Tree, proof: ConsistencyProof): void {
  const [old, now] = [treeOf(older, 'older'), treeOf(tree, 'tree')]
  const { first, second, hashes } = members(proof, 'proof', ['first', 'second', 'hashes'])
  if (first !== old.size || second !== now.size) throw mismatch()
  const path = join(hashes)
  call((engine) => engine.logVerifyConsistency(old.size, old.root, now.size, now.root, path))
}

/** The hashes of entries behind each other. Receipts cross together. */
function leafHashes(entries: readonly Entry[]): Uint8Array {
  if (entries.some(isData))
    return concat(entries.map((one) => (isData(one) ? dataHash(one.data) : leafHashes([one]))))
  const texts = allOf(entries, 'receipts')
  return call((engine) => engine.receiptLeafHashes(texts))
}

function dataHash(data: Uint8Array): Uint8Array {
  const bytes = check.bytes(data, 'data')
  return call((engine) => engine.logLeafHash(bytes))
}

/** A receipt has no member of this name. */
function isData(entry: Entry): entry is { readonly data: Uint8Array } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    !ArrayBuffer.isView(entry) &&
    members(entry, 'entry', ['data']).data !== undefined
  )
}

function mismatch(): CountersignError {
  return new CountersignError('ERR_MERKLE_PROOF', 'the proof is of trees of other sizes')
}

function treeOf(tree: Tree, name: string): { size: number; root: Uint8Array } {
  const fields = members(tree, name, ['size', 'root'])
  const root = base64.decode(check.text(fields.root, `${name}.root`))
  return { size: check.integer(fields.size, `${name}.size`), root: check.bytes(root, name, 32) }
}

function split(hashes: Uint8Array): string[] {
  return Array.from({ length: hashes.length / 32 }, (_, at) =>
    base64.encode(hashes.subarray(32 * at, 32 * at + 32)),
  )
}

/** Hashes of a proof behind each other. A tree has at most 53 levels, so more are not decoded. */
function join(hashes: unknown): Uint8Array {
  const list = check.list(hashes, 'proof.hashes')
  check.limit(list.length, 128, 'proof.hashes')
  return concat(list.map((one) => check.bytes(base64.decode(check.text(one, 'hash')), 'hash', 32)))
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
      throw new CountersignError(
        'ERR_MERKLE_TILE',
        `the tile ${path} is missing, or of another length`,
      )
    tiles.push(tile)
  }
  return concat(tiles)
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
