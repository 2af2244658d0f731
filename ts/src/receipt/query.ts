/**
 * Selecting receipts.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { allOf, milliseconds } from './common.js'
import type { Input } from './types.js'

/** What is asked for. Everything that is given must hold. */
export type Query = {
  readonly actor?: string
  /** The action, or its beginning and `*`. */
  readonly action?: string
  /** The id of a grant. */
  readonly grant?: string
  /** From this moment on. */
  readonly from?: Date
  /** Before this moment. */
  readonly until?: Date
  /** The id of a receipt: it and those before it that are there, oldest first. */
  readonly chain?: string
}

/**
 * The receipts that fit, in the order given, or of the chain. Verifies nothing: verify what it gives.
 *
 * @example
 * ```ts
 * const calls = Receipt.query(receipts, { action: 'tool.*', from: yesterday })
 * ```
 *
 * @throws as `Receipt.id` for a receipt that cannot be read; `ERR_RECEIPT_MALFORMED` for an id that is
 * none.
 */
export function query<R extends Input>(receipts: readonly R[], query: Query): readonly R[] {
  const texts = allOf(check.list(receipts, 'receipts'), 'receipts')
  const { actor, action, grant, from, until, chain } = check.record(query, 'query') as Query
  const text = (value: unknown, name: string) =>
    value === undefined ? undefined : check.text(value, name)
  const asked = JSON.stringify({
    actor: text(actor, 'actor'),
    action: text(action, 'action'),
    grant: text(grant, 'grant'),
    from: from === undefined ? undefined : milliseconds(from, 'from'),
    until: until === undefined ? undefined : milliseconds(until, 'until'),
    chain: text(chain, 'chain'),
  })
  const found = JSON.parse(call((engine) => engine.receiptQuery(texts, asked))) as number[]
  return found.map((at) => receipts[at] as R)
}
