/**
 * What the entries with an `init` of their own may be told.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Source } from '../engine/source.js'
import { CountersignError } from '../errors.js'
import { anything, type Field, type Fields, type Shape, shape, withDefault } from '../shape.js'

/** What `init` may be told. */
export type InitOptions = {
  /** Loads the engine with every function. Default: the lean one, unless a subpath was imported that needs the full one. */
  readonly full?: boolean
  /** Where to take the engine from, if not from the package's own files. */
  readonly wasm?: Source
}

/** The options, read once. */
export type Wanted = { readonly full: boolean; readonly wasm: Source | undefined }

const full: Field<boolean> = withDefault(check.boolean, false)

/** Reads them. What `wasm` is, is seen when it is compiled. */
export const readInit: Shape<Wanted> = shape({
  full,
  wasm: anything as Field<Source | undefined>,
} satisfies Fields<InitOptions>)

/** What `init` may be told where the engine is at hand. It is the full one, whatever `full` says. */
export type OwnInitOptions = Omit<InitOptions, 'wasm'>

/** Reads {@link OwnInitOptions}; `why` says what becomes of a `wasm`. */
export function readOwnInit(why: string): Shape<unknown> {
  return shape({
    full,
    wasm: (value) => {
      if (value !== undefined) throw new CountersignError('ERR_ARGUMENT', why)
    },
  } satisfies Fields<InitOptions>)
}
