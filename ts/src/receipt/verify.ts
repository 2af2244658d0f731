/**
 * Receipts, each by itself, against a trust input.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { call } from '../engine/slot.js'
import type { Code } from '../generated/codes.js'
import { expected, joined } from './common.js'
import { textOf } from './feed.js'
import type { Expectation, Facts, Input, Receipt, Verified } from './types.js'

/**
 * Verifies a receipt: key, signature, time. A witness that does not hold is reported and spoils
 * nothing.
 *
 * @example
 * ```ts
 * const { id, receipt, witnesses } = Receipt.verify(text, { trust: { document } })
 * ```
 *
 * @throws before the signature: `ERR_RECEIPT_ID`, `ERR_RECEIPT_CONTENT`, `ERR_RECEIPT_NOT_YET`,
 * `ERR_RECEIPT_KEY`, `ERR_RECEIPT_ACTOR`, `ERR_RECEIPT_VERSION`, `ERR_RECEIPT_MALFORMED`, a code of JSON or
 * keys. Then `ERR_RECEIPT_SIGNATURE`, `ERR_RECEIPT_ROTATION`, `ERR_RECEIPT_WITNESSES`.
 */
export function verify(receipt: Input, options: verify.Options): Verified {
  const { text, parsed } = received(receipt, 'receipt')
  const { key, trust, now, skew, id, content, witnesses } = expected(options)
  const facts = call((engine) =>
    engine.receiptVerify(text, key, trust, now, skew, id, content, witnesses),
  )
  return { ...(JSON.parse(facts) as Facts), receipt: JSON.parse(text) as Receipt, parsed }
}

export declare namespace verify {
  type Options = Expectation
}

/** The verdict on one receipt of many. */
export type Verdict =
  | ({ readonly ok: true } & Verified)
  | {
      readonly ok: false
      /** The code that {@link verify} throws. */
      readonly code: Code
      readonly why: string
    }

/**
 * Verifies many receipts, each by itself. Of how they are linked it says nothing: see `verifyChain`.
 *
 * @example
 * ```ts
 * const held = Receipt.verifyBatch(texts, { trust }).filter(({ ok }) => ok)
 * ```
 *
 * @returns A verdict for each, in order. What is wrong with a receipt is its verdict.
 * @throws A code of the trust input.
 */
export function verifyBatch(receipts: readonly Input[], options: verifyBatch.Options): Verdict[] {
  const list = check
    .list(receipts, 'receipts')
    .map((one, at) => textOf(one as Input, `receipts[${at}]`))
  const { key, trust, now, skew, witnesses } = expected(options)
  const texts = joined(list.map(({ text }) => text))
  const rows = call((engine) => engine.receiptVerifyBatch(texts, key, trust, now, skew, witnesses))
  return (JSON.parse(rows) as (Facts | { code: Code; why: string })[]).map((row, at) => {
    if ('code' in row) return { ok: false, ...row }
    const { text, parsed } = list[at] as (typeof list)[number]
    return { ok: true, ...row, receipt: JSON.parse(text) as Receipt, parsed }
  })
}

export declare namespace verifyBatch {
  /** For all receipts. */
  type Options = Omit<Expectation, 'id' | 'content'>
}
