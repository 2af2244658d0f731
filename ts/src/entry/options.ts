/**
 * What the entries with an `init` of their own may be told.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Patience } from '../engine/once.js'
import type { Source } from '../engine/source.js'
import { CountersignError } from '../errors.js'
import {
  anything,
  type Field,
  type Fields,
  optional,
  type Shape,
  shape,
  withDefault,
} from '../shape.js'

/** What `init` may be told. */
export type InitOptions = {
  /** Loads the engine with every function. Default: the lean one, unless a subpath was imported that needs the full one. */
  readonly full?: boolean
  /** Where to take the engine from, if not from the package's own files. */
  readonly wasm?: Source
  /** When it is aborted, `init` rejects with its reason. A later `init` starts again. */
  readonly signal?: AbortSignal
  /** Milliseconds until `init` gives up with `ERR_WASM_FETCH`, 1 to 2,147,483,647. Default: 120,000. */
  readonly timeout?: number
}

/** The options, read once. */
export type Wanted = Patience & { readonly full: boolean; readonly wasm: Source | undefined }

const full: Field<boolean> = withDefault(check.boolean, false)

/** Timers take no more. */
const longest = 2 ** 31 - 1

const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get as (
  this: unknown,
) => boolean

/** How long to wait. */
export const patience: { readonly [Name in keyof Patience]: Field<Patience[Name]> } = {
  signal: optional(abortSignal),
  timeout: withDefault((value, name) => check.integer(value, name, 1, longest), 120_000),
}

function abortSignal(value: unknown, name: string): AbortSignal {
  try {
    isAborted.call(value)
  } catch {
    throw check.wrong(name, 'an AbortSignal', value)
  }
  return value as AbortSignal
}

/** Reads them. `wasm` is checked when it is compiled. */
export const readInit: Shape<Wanted> = shape({
  ...patience,
  full,
  wasm: anything as Field<Source | undefined>,
} satisfies Fields<InitOptions>)

/** What `init` may be told where the engine is at hand. It is the full one, whatever `full` says. */
export type OwnInitOptions = Omit<InitOptions, 'wasm'>

/** Reads {@link OwnInitOptions}; `why` says what becomes of a `wasm`. */
export function readOwnInit(why: string): Shape<Patience> {
  return shape({
    ...patience,
    full,
    wasm: (value) => {
      if (value !== undefined) throw new CountersignError('ERR_ARGUMENT', why)
    },
  } satisfies Fields<InitOptions>)
}

/** Reads what `init` of `countersign/inline` may be told, on every host. */
export const readInlineInit: Shape<Patience> = readOwnInit(
  'wasm has no meaning in countersign/inline, which holds its engine; use countersign/slim to give one',
)
