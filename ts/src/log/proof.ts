/**
 * Proofs of what a log holds: that an entry is in it, and that an older log is its beginning.
 *
 * @module
 */

import { concat } from '../bytes.js'
import * as check from '../check.js'
import { base64 } from '../encoding.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { allOf } from '../receipt/common.js'
import type { Input } from '../receipt/types.js'
import { type Fields, members, shape } from '../shape.js'
import { type Tree, treeOf } from './tree.js'

/** What a log holds: a receipt, or any other data. */
export type Entry = Input | { readonly data: Uint8Array }

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

/**
 * Checks by a proof that a receipt, or other data, is in `tree`.
 *
 * @example
 * ```ts
 * Log.verifyInclusion(proof, tree, { entry: receipt })
 * ```
 *
 * @param tree - A checkpoint that was verified.
 * @throws `ERR_MERKLE_PROOF`; `ERR_MERKLE_RANGE`; as `Receipt.id`. The receipt itself is not verified.
 */
export function verifyInclusion(
  proof: InclusionProof,
  tree: Tree,
  options: verifyInclusion.Options,
): void {
  const { entry } = readInclusion(options)
  const { size, root } = treeOf(tree, 'tree')
  const { index, hashes, size: stated } = members(proof, 'proof', ['index', 'hashes', 'size'])
  const [position, path] = [check.integer(index, 'proof.index'), join(hashes)]
  if (stated !== size) throw mismatch()
  const leaf = leafHashes([entry as Entry])
  call((engine) => engine.logVerifyInclusion(leaf, position, size, path, root))
}

const readInclusion = shape({
  entry: (value, name) => {
    if (value === undefined) throw check.wrong(name, 'a receipt, or an object with data', value)
    return value
  },
} satisfies Fields<verifyInclusion.Options>)

export declare namespace verifyInclusion {
  type Options = {
    /** What the proof says is in the log. */
    readonly entry: Entry
  }
}

/**
 * Checks by a proof that `tree` begins with an older tree: nothing was removed or changed.
 *
 * @example
 * ```ts
 * Log.verifyConsistency(await log.consistency(older.size), tree, { older })
 * ```
 *
 * @param tree - A checkpoint that was verified.
 * @throws `ERR_MERKLE_PROOF`; `ERR_MERKLE_RANGE`.
 */
export function verifyConsistency(
  proof: ConsistencyProof,
  tree: Tree,
  options: verifyConsistency.Options,
): void {
  const { older: old } = readConsistency(options)
  const now = treeOf(tree, 'tree')
  const { first, second, hashes } = members(proof, 'proof', ['first', 'second', 'hashes'])
  if (first !== old.size || second !== now.size) throw mismatch()
  const path = join(hashes)
  call((engine) => engine.logVerifyConsistency(old.size, old.root, now.size, now.root, path))
}

const readConsistency = shape({
  older: (value, name) => treeOf(value as Tree, name),
} satisfies Fields<verifyConsistency.Options>)

export declare namespace verifyConsistency {
  type Options = {
    /** The tree as it was, a checkpoint that was verified too. */
    readonly older: Tree
  }
}

/** The hashes of entries, one behind the other. Receipts cross together. @internal */
export function leafHashes(entries: readonly Entry[]): Uint8Array {
  const data = entries.map(dataOf)
  if (data.every((bytes) => bytes === undefined)) return receiptHashes(entries as readonly Input[])
  return concat(
    data.map((bytes, index) =>
      bytes === undefined ? receiptHashes([entries[index] as Input]) : dataHash(bytes),
    ),
  )
}

function receiptHashes(receipts: readonly Input[]): Uint8Array {
  const list = allOf(receipts, 'receipts')
  return call((engine) => engine.receiptLeafHashes(list))
}

function dataHash(data: unknown): Uint8Array {
  const bytes = check.bytes(data, 'data')
  return call((engine) => engine.logLeafHash(bytes))
}

/** The data of an entry that is not a receipt. A receipt has no member of this name. */
function dataOf(entry: Entry): unknown {
  if (typeof entry !== 'object' || entry === null || ArrayBuffer.isView(entry)) return undefined
  return members(entry, 'entry', ['data']).data
}

function mismatch(): CountersignError {
  return new CountersignError('ERR_MERKLE_PROOF', 'the proof is for trees of other sizes')
}

/** The hashes of a proof, one behind the other. A tree has at most 53 levels, so a longer list is not decoded. */
function join(hashes: unknown): Uint8Array {
  const list = check.list(hashes, 'proof.hashes')
  check.limit(list.length, 128, 'proof.hashes')
  return concat(
    list.map((hash) => check.bytes(base64.decode(check.text(hash, 'hash')), 'hash', 32)),
  )
}
