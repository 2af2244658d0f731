/**
 * What one side of a session chooses for itself, and how it crosses to the engine.
 *
 * @module
 */

import * as check from '../check.js'
import { type Field, type Fields, optional, printOptions, withDefault } from '../shape.js'

/** Order, padding, rekeying, limits and clock. The other side need not choose the same. */
export type Options = {
  /**
   * Whether each message must be the next one, as over TCP or a WebSocket; a missing one then shows.
   * Default: `false`, and the last 1024 may come in any order.
   */
  readonly ordered?: boolean
  /** Plaintexts are padded to whole blocks of this many bytes, at most 65,536. Default: 0, no padding. */
  readonly padding?: number
  /** Messages that are sent under one key, at most. Default: 65,536. */
  readonly rekeyMessages?: number
  /** Seconds for which a key is used to send, at most. Default: 600. */
  readonly rekeySeconds?: number
  /** Seconds after which the session is over. Default: a day. */
  readonly maxSeconds?: number
  /** Seconds without a message after which the session is over. Default: an hour. */
  readonly maxIdleSeconds?: number
  /** Messages in each direction. Default: no limit. */
  readonly maxMessages?: number
  /** Bytes of plaintext in each direction. Default: no limit. */
  readonly maxBytes?: number
  /** Default: the clock. */
  readonly now?: () => Date
}

type NumberName = Exclude<keyof Options, 'ordered' | 'now'>

/** Unix seconds, for the engine to cut to whole ones. @internal */
export type Clock = () => number

/** Options that were read. A number that is absent has its default. @internal */
export type Chosen = { readonly [Name in NumberName]: number | undefined } & {
  readonly ordered: boolean
  readonly now: Clock
}

/** The fields of {@link Options}. @internal */
export const optionFields: { readonly [Name in keyof Chosen]: Field<Chosen[Name]> } = {
  ordered: withDefault(check.boolean, false),
  padding: optional(check.integer),
  rekeyMessages: number,
  rekeySeconds: number,
  maxSeconds: number,
  maxIdleSeconds: number,
  maxMessages: number,
  maxBytes: number,
  now: clockOf,
} satisfies Fields<Options>

/**
 * The options as they cross: `rust/core/src/session/options.rs`. No text for the defaults, which most sessions have.
 * Infinity is printed as `null`, which is no limit.
 *
 * @internal
 */
export function printSession(chosen: Chosen): string {
  if (!chosen.ordered && isUsual(chosen)) return ''
  const { ordered, padding, rekeyMessages, rekeySeconds } = chosen
  const { maxSeconds, maxIdleSeconds, maxMessages, maxBytes } = chosen
  return printOptions({
    ordered,
    padding,
    rekeyMessages,
    rekeySeconds,
    maxSeconds,
    maxIdleSeconds,
    maxMessages,
    maxBytes,
  })
}

/** Whether every number has its default. Each is read by its name, because this runs for every session. */
function isUsual(chosen: Chosen): boolean {
  return (
    chosen.padding === undefined &&
    chosen.rekeyMessages === undefined &&
    chosen.rekeySeconds === undefined &&
    chosen.maxSeconds === undefined &&
    chosen.maxIdleSeconds === undefined &&
    chosen.maxMessages === undefined &&
    chosen.maxBytes === undefined
  )
}

function number(value: unknown, name: string): number | undefined {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return value
  return check.safeInteger(value, name)
}

const system: Clock = () => Date.now() / 1000

/** The clock of a session. It runs code of the caller: never inside a call of the engine. @internal */
export function clockOf(now: unknown, name: string): Clock {
  return now === undefined ? system : check.clock(now, name)
}
