/**
 * Arguments that the functions of receipts share.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import { trustOf } from '../trust.js'
import type { Expectation } from './types.js'

/** Separates texts that cross together; no JSON text holds it. */
const separator = '\u001e'

/** Unix milliseconds of a date, or now. */
export function milliseconds(value: Date | undefined, name: string): number {
  const date = value ?? new Date()
  check.seconds(date, name)
  return Math.floor(date.getTime())
}

/** An expectation as it crosses. */
export type Expected = {
  readonly key: Uint8Array
  readonly trust: string
  readonly now: number
  readonly skew: number
  readonly id: string
  readonly content: string
  readonly witnesses: number
}

/** Checks an expectation. */
export function expected(options: Expectation): Expected {
  const fields = check.record(options, 'options') as Expectation
  const [key, trust] = trustOf(fields.trust)
  const { id, content } = fields
  return {
    key,
    trust,
    now: milliseconds(fields.now, 'now'),
    skew: check.integer(fields.skew ?? 60, 'skew', 0, 86_400),
    id: id === undefined ? '' : check.text(id, 'id'),
    content: content === undefined ? '' : hashOf(content),
    witnesses: check.integer(fields.witnesses ?? 0, 'witnesses', 0, 64),
  }
}

/** The hash that stands for content. */
export function hashOf(content: unknown): string {
  const text = print(content, 'content')
  return call((engine) => engine.receiptContentHash(text))
}

/** Texts behind each other. One that holds the separator is no JSON, and stays none. */
export function joined(texts: readonly string[]): string {
  return texts
    .map((text) => separator + (text.includes(separator) ? text.replaceAll(separator, '\0') : text))
    .join('')
}

/** Receipts as text, behind each other. */
export function allOf(receipts: readonly unknown[], name: string): string {
  return joined(receipts.map((one, at) => received(one, `${name}[${at}]`).text))
}
