/**
 * One receipt against a trust input.
 *
 * @module
 */

import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { expected } from './common.js'
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
