/**
 * Selecting receipts.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import { allOf, milliseconds } from './common.js'
import type { Input } from './types.js'

/**
 * The receipts that fit, in the given order or in that of the chain. This verifies nothing: verify the receipts that it
 * returns.
 *
 * @example
 * ```ts
 * const calls = Receipt.query(receipts, { action: 'tool.*', from: yesterday })
 * ```
 *
 * @throws as `Receipt.id` for a receipt that cannot be read; `ERR_RECEIPT_MALFORMED` for an id that is
 * none; `ERR_PART_MISSING` in a page without the part `log`.
 */
export function query<R extends Input>(
  receipts: readonly R[],
  options: query.Options = {},
): readonly R[] {
  const list = allOf(receipts, 'receipts')
  const asked = printOptions(readQuery(options))
  const found = JSON.parse(call((engine) => engine.receiptQuery(list, asked))) as number[]
  return found.map((index) => receipts[index] as R)
}

const readQuery = shape({
  actor: optional(check.text),
  action: optional(check.text),
  grant: optional(check.text),
  from: optional(milliseconds),
  until: optional(milliseconds),
  chain: optional(check.text),
} satisfies Fields<query.Options>)

export declare namespace query {
  /** What is asked for. A receipt must meet every condition that is given. */
  type Options = {
    readonly actor?: string
    /** The action, or its beginning and `*`. */
    readonly action?: string
    /** The id of a grant. */
    readonly grant?: string
    /** From this moment on. */
    readonly from?: Date
    /** Before this moment. */
    readonly until?: Date
    /** The id of a receipt: selects this receipt and those before it that are there, oldest first. */
    readonly chain?: string
  }
}
