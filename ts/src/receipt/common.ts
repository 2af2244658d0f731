/**
 * Arguments that the functions of receipts share.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print, texts } from '../document.js'
import { call } from '../engine/slot.js'
import { writeFrames } from '../frames.js'
import { anything, type Field, type Fields, type Read, shape, withDefault } from '../shape.js'
import { skew } from '../skew.js'
import { maxChecks, prepareTrust, type Trust, type TrustInput } from '../trust.js'
import type { Expectation } from './types.js'

/** Unix milliseconds of a date, or now. */
export function milliseconds(value: unknown, name: string): number {
  const date = value === undefined ? new Date() : value
  check.seconds(date, name)
  return Math.floor(Date.prototype.getTime.call(date))
}

/** How many witnesses must hold. */
export const witnesses: Field<number> = withDefault(check.safeInteger, 0)

/** The fields of an expectation. */
export const expectationFields: {
  readonly now: Field<number>
  readonly skew: Field<number>
  readonly id: Field<string>
  readonly content: Field<unknown>
  readonly witnesses: Field<number>
  readonly maxChecks: Field<number>
} = {
  now: milliseconds,
  skew,
  id: withDefault(check.text, ''),
  content: anything,
  witnesses,
  maxChecks,
} satisfies Fields<Expectation>

/** An expectation as it crosses. */
export type Expected = {
  readonly trust: Trust
  readonly now: number
  readonly skew: number
  readonly id: string
  readonly content: string
  readonly witnesses: number
  readonly maxChecks: number
}

/** Checks a trust input and an expectation. */
export function prepareExpectation(trust: Trust | TrustInput, options: Expectation): Expected {
  return prepareExpected(trust, readExpectation(options))
}

const readExpectation = shape(expectationFields)

/** A trust input, and an expectation that was read, as they cross. */
export function prepareExpected(
  trust: Trust | TrustInput,
  read: Read<typeof expectationFields>,
): Expected {
  const { content, ...rest } = read
  return {
    ...rest,
    trust: prepareTrust(trust),
    content: content === undefined ? '' : hashOf(content),
  }
}

/** The hash that stands for content. */
export function hashOf(content: unknown): string {
  const text = print(content, 'content')
  return call((engine) => engine.receiptContentHash(text))
}

/** Receipts as they cross together. */
export function allOf(receipts: unknown, name: string): Uint8Array {
  return writeFrames(texts(check.list(receipts, name), name), name)
}
