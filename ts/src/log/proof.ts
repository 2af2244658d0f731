/**
 * Proofs of what a log holds: that an entry is in it, and that an older log is its beginning.
 *
 * @module
 */

import * as check from '../check.js'
import { base64 } from '../encoding.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { allOf } from '../receipt/common.js'
import type { Input } from '../receipt/types.js'
import { members } from '../shape.js'
import { concat, type Tree, treeOf } from './tree.js'

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
 * Checks that a receipt, or other data, is in `tree`, a checkpoint that was verified.
 *
 * @example
 * ```ts
 * Log.verifyInclusion(receipt, proof, tree)
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

/** The hashes of entries behind each other. Receipts cross together. @internal */
export function leafHashes(entries: readonly Entry[]): Uint8Array {
  const data = entries.map(dataOf)
  if (data.every((one) => one === undefined)) return receiptHashes(entries as readonly Input[])
  return concat(
    data.map((one, at) =>
      one === undefined ? receiptHashes([entries[at] as Input]) : dataHash(one),
    ),
  )
}

function receiptHashes(receipts: readonly Input[]): Uint8Array {
  const texts = allOf(receipts, 'receipts')
  return call((engine) => engine.receiptLeafHashes(texts))
}

function dataHash(data: unknown): Uint8Array {
  const bytes = check.bytes(data, 'data')
  return call((engine) => engine.logLeafHash(bytes))
}

/** What an entry holds that is no receipt, which has no member of this name. */
function dataOf(entry: Entry): unknown {
  if (typeof entry !== 'object' || entry === null || ArrayBuffer.isView(entry)) return undefined
  return members(entry, 'entry', ['data']).data
}

function mismatch(): CountersignError {
  return new CountersignError('ERR_MERKLE_PROOF', 'the proof is for trees of other sizes')
}

/** Hashes of a proof behind each other. A tree has at most 53 levels, so more are not decoded. */
function join(hashes: unknown): Uint8Array {
  const list = check.list(hashes, 'proof.hashes')
  check.limit(list.length, 128, 'proof.hashes')
  return concat(list.map((one) => check.bytes(base64.decode(check.text(one, 'hash')), 'hash', 32)))
}
