/**
 * What the entries with an `init` of their own may be told.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Locate, Wanted } from '../engine/load.js'
import type { Patience } from '../engine/once.js'
import { CountersignError } from '../errors.js'
import { needs, type Part } from '../generated/parts.js'
import type { HostSignal } from '../host.js'
import { type Field, type Fields, optional, type Shape, shape, withDefault } from '../shape.js'

/** What `init` may be told. */
export type Options = {
  /** Parts of the engine to load beside those that the imported subpaths call. */
  readonly with?: readonly Part[]
  /** Where to take each file of the engine from, if not from the package's own: `wasm/sign.wasm`, … */
  readonly wasm?: Locate
  /** When it is aborted, `init` rejects with its reason. A later `init` starts again. */
  readonly signal?: HostSignal
  /** Milliseconds until `init` gives up with `ERR_WASM_FETCH`, 1 to 2,147,483,647. Default: 120,000. */
  readonly timeout?: number
}

/** Timers take no more. */
const longest = 2 ** 31 - 1

const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get as (
  this: unknown,
) => boolean

/** How long to wait. */
export const patience: { readonly [Name in keyof Patience]: Field<Patience[Name]> } = {
  signal: optional(abortSignal),
  timeout: withDefault(check.within(1, longest), 120_000),
}

function abortSignal(value: unknown, name: string): AbortSignal {
  try {
    isAborted.call(value)
  } catch {
    throw check.wrong(name, 'an AbortSignal', value)
  }
  return value as AbortSignal
}

const names = Object.keys(needs) as Part[]

/** Names of parts. */
const withParts = withDefault(
  (value: unknown, name: string): readonly Part[] =>
    check.list(value, name).map((part, index) => check.oneOf(part, `${name}[${index}]`, names)),
  [],
)

/** Reads what `init` may be told. */
export const readInit: Shape<Omit<Wanted, 'parts'> & { readonly with: readonly Part[] }> = shape({
  ...patience,
  with: withParts,
  wasm: optional(check.callable) as Field<Locate | undefined>,
} satisfies Fields<Options>)

/** Reads what `init` may be told where the engine is at hand, all of it; `why` says what becomes of a `wasm`. */
export function readOwnInit(why: string): Shape<Patience & { readonly with: readonly Part[] }> {
  return shape({
    ...patience,
    with: withParts,
    wasm: (value) => {
      if (value !== undefined) throw new CountersignError('ERR_ARGUMENT', why, { member: 'wasm' })
    },
  } satisfies Fields<Options>)
}

/** Reads what `init` of `countersign/inline` may be told, on every host. */
export const readInlineInit: ReturnType<typeof readOwnInit> = readOwnInit(
  'wasm has no meaning in countersign/inline, which holds its engine; use countersign/slim to give one',
)
