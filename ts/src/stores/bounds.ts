/**
 * What stores hold at most, and which names they take.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'

/** The longest ticket, in bytes. */
export const maxTicket = 65_536
/** The longest document that is kept, in bytes. */
export const maxDocument = 65_536
/** The longest name of a sender, in characters: a hash or an address is shorter, and an index takes it. */
export const maxSender = 512

/** The error of a store without room. */
export function full(limit: number): CountersignError {
  const message = `the store is full: it holds ${limit}`
  return new CountersignError('ERR_LIMIT_EXCEEDED', message, { member: 'store', limit })
}

/** A name that is not empty. */
export function readName(value: unknown, name: string): string {
  const text = check.text(value, name)
  if (text === '') throw check.unfit(name, 'a text that is not empty', text)
  return text
}
