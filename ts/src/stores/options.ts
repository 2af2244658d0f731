/**
 * Reads the options that all stores have.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, optional, withDefault } from '../shape.js'
import type { Settings } from './backend.js'

/** How long a store is waited for. @inline */
export type Patience = {
  /** How long an answer may take, in milliseconds. Default: 2,000. */
  readonly timeout?: number
  /** How many calls may wait for the database at once; more are refused. Default: 1,000. */
  readonly waiting?: number
}

/** Options of all databases. @inline */
export type Options = Patience & {
  /** Most marks, counted grants, counted senders, revocations and tickets, each for itself. Default: 1,000,000. */
  readonly limit?: number
  /** Most marks of one sender at once. Default: a quarter of `limit`. */
  readonly perSender?: number
  /** Most documents of DIDs. Default: 10,000. */
  readonly documents?: number
  /** Most receipts of one chain. Default: 1,000,000. */
  readonly receipts?: number
  /** The clock for what expires. Default: that of the database, which all instances share. */
  readonly now?: () => Date
}

const million = 1_000_000

const ownClock: Field<(() => number) | undefined> = (value, name) =>
  value === undefined ? undefined : check.clock(value, name)

/** For the `shape` of what keeps logs. */
export const patienceFields: { readonly timeout: Field<number>; readonly waiting: Field<number> } =
  {
    timeout: withDefault(check.within(1, 600_000), 2_000),
    waiting: withDefault(check.within(1), 1_000),
  } satisfies Fields<Patience>

/** For the `shape` of each database, which may add its own. */
export const storeFields: {
  readonly timeout: Field<number>
  readonly waiting: Field<number>
  readonly limit: Field<number>
  readonly perSender: Field<number | undefined>
  readonly documents: Field<number>
  readonly receipts: Field<number>
  readonly now: Field<(() => number) | undefined>
} = {
  ...patienceFields,
  limit: withDefault(check.within(1), million),
  perSender: optional(check.within(1)),
  documents: withDefault(check.within(1), 10_000),
  receipts: withDefault(check.within(1), million),
  now: ownClock,
} satisfies Fields<Options>

/** What was read. */
export type Chosen = Settings & { readonly waiting: number; readonly receipts: number }

/** What the fields say, with the share of one sender. */
export function withShare<
  C extends { readonly limit: number; readonly perSender?: number | undefined },
>(read: C): C & { readonly share: number } {
  return { ...read, share: read.perSender ?? Math.ceil(read.limit / 4) }
}
