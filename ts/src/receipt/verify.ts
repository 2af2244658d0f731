/**
 * Receipts, each by itself, against a trust input.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Row } from '../facts.js'
import { writeFrames } from '../frames.js'
import { type Fields, shape } from '../shape.js'
import { type Trust, type TrustInput, trustHandle } from '../trust.js'
import { type Expected, expectationFields, prepareExpectation, prepareExpected } from './common.js'
import { textOf } from './feed.js'
import type { Expectation, Facts, Input, Receipt, Verified } from './types.js'

/**
 * Verifies a receipt: key, signature, time. A witness that does not hold is reported, and does not spoil the receipt.
 *
 * Costs at most 80 signature checks: 16 for the receipt, or `maxChecks`, and 1 for each of its first 64 witnesses.
 * One whose keys the trust input names costs 1, 1 for a rotation, and 1 for each witness.
 *
 * @example
 * ```ts
 * const { id, receipt, witnesses } = Receipt.verify(text, { document })
 * ```
 *
 * @param trust - The keys of the actor, and of the witnesses that are to count.
 * @throws before the signature: `ERR_RECEIPT_ID`, `ERR_RECEIPT_CONTENT`, `ERR_RECEIPT_NOT_YET`,
 * `ERR_RECEIPT_KEY`, `ERR_RECEIPT_ACTOR`, `ERR_RECEIPT_VERSION`, `ERR_RECEIPT_MALFORMED`, a code of JSON or
 * keys. Then `ERR_RECEIPT_SIGNATURE`, `ERR_RECEIPT_ROTATION`, `ERR_RECEIPT_WITNESSES`, or
 * `ERR_TRUST_CHECKS` if more would have to be tried than `maxChecks` allows: for the actor, or for a witness that
 * may count where too few hold.
 */
export function verify(
  receipt: Input,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Verified {
  const { text, parsed } = receive(receipt, 'receipt')
  return verifyText(text, parsed, prepareExpectation(trust, options))
}

/** As {@link verify}, for options that were read. @internal */
export function verifyText(text: string, parsed: boolean, expectation: Expected): Verified {
  const { trust, now, skew, id, content, witnesses, maxChecks } = expectation
  const facts = call((engine) =>
    engine.receiptVerify(text, trustHandle(trust), now, skew, id, content, witnesses, maxChecks),
  )
  return { ...(JSON.parse(facts) as Facts), receipt: JSON.parse(text) as Receipt, parsed }
}

export declare namespace verify {
  type Options = Expectation
}

/** The verdict on one receipt of many: what {@link verify} gives or throws. */
export type Verdict = Row<Verified>

/**
 * Verifies many receipts, each by itself. It does not check how they are linked: see `verifyChain`.
 *
 * Costs at most 80 signature checks a receipt: as {@link verify}.
 *
 * @example
 * ```ts
 * const valid = Receipt.verifyBatch(texts, trust).filter(({ state }) => state === 'ok')
 * ```
 *
 * @param trust - As of {@link verify}, for all receipts.
 * @returns A verdict for each, in order. What is wrong with a receipt is its verdict.
 * @throws A code of the trust input.
 */
export function verifyBatch(
  receipts: readonly Input[],
  trust: Trust | TrustInput,
  options: verifyBatch.Options = {},
): Verdict[] {
  const list = check
    .list(receipts, 'receipts')
    .map((receipt, index) => textOf(receipt as Input, `receipts[${index}]`))
  const read = { ...readBatch(options), id: '', content: undefined }
  const { trust: trusted, now, skew, witnesses, maxChecks } = prepareExpected(trust, read)
  const texts = writeFrames(
    list.map(({ text }) => text),
    'receipts',
  )
  const rows = call((engine) =>
    engine.receiptVerifyBatch(texts, trustHandle(trusted), now, skew, witnesses, maxChecks),
  )
  return (JSON.parse(rows) as Row<Facts>[]).map((row, index) => {
    if (row.state !== 'ok') return row
    const { text, parsed } = list[index] as (typeof list)[number]
    return { ...row, receipt: JSON.parse(text) as Receipt, parsed }
  })
}

const { id: _id, content: _content, ...batchFields } = expectationFields
const readBatch = shape(batchFields satisfies Fields<verifyBatch.Options>)

export declare namespace verifyBatch {
  /** For all receipts. */
  type Options = Omit<Expectation, 'id' | 'content'>
}
