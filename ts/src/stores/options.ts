/**
 * Reads the options that all stores have.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, withDefault } from '../shape.js'
import type { Settings } from './backend.js'
import type { PatienceOptions, StoreOptions } from './types.js'

const million = 1_000_000

const ownClock: Field<(() => number) | undefined> = (value, name) =>
  value === undefined ? undefined : check.clock(value, name)

/** For the `shape` of what keeps logs. */
export const patienceFields: { readonly timeout: Field<number>; readonly waiting: Field<number> } =
  {
    timeout: withDefault(check.within(1, 600_000), 2_000),
    waiting: withDefault(check.within(1), 1_000),
  } satisfies Fields<PatienceOptions>

/** For the `shape` of each database, which may add its own. */
export const storeFields: {
  readonly timeout: Field<number>
  readonly waiting: Field<number>
  readonly limit: Field<number>
  readonly receipts: Field<number>
  readonly now: Field<(() => number) | undefined>
} = {
  ...patienceFields,
  limit: withDefault(check.within(1), million),
  receipts: withDefault(check.within(1), million),
  now: ownClock,
} satisfies Fields<StoreOptions>

/** What was read. */
export type ReadOptions = Settings & { readonly waiting: number; readonly receipts: number }
