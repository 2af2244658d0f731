/**
 * What one side of a session chooses for itself, and how it crosses to the engine.
 *
 * @module
 */

import * as check from '../check.js'

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

/** Numbers in the order of the record, with their defaults. */
const numbers = [
  ['padding', 0],
  ['rekeyMessages', 65_536],
  ['rekeySeconds', 600],
  ['maxSeconds', 86_400],
  ['maxIdleSeconds', 3_600],
  ['maxMessages', Number.POSITIVE_INFINITY],
  ['maxBytes', Number.POSITIVE_INFINITY],
] as const

const defaults = new Uint8Array()

/**
 * The record of options: `rust/core/src/session/options.rs`. Nothing for the defaults.
 *
 * @internal
 */
export function optionsRecord(options: Options): Uint8Array {
  const fields = check.record(options, 'options')
  const ordered = check.boolean(fields['ordered'] ?? false, 'ordered')
  if (!ordered && isUsual(options)) return defaults
  const view = new DataView(new ArrayBuffer(1 + 8 * numbers.length))
  view.setUint8(0, ordered ? 1 : 0)
  for (const [at, [name, usual]] of numbers.entries())
    view.setFloat64(1 + 8 * at, number(fields[name] ?? usual, name))
  return new Uint8Array(view.buffer)
}

/** Whether every number is the usual one. Each by its name: it is read for every session. */
function isUsual(options: Options): boolean {
  return (
    options.padding === undefined &&
    options.rekeyMessages === undefined &&
    options.rekeySeconds === undefined &&
    options.maxSeconds === undefined &&
    options.maxIdleSeconds === undefined &&
    options.maxMessages === undefined &&
    options.maxBytes === undefined
  )
}

function number(value: unknown, name: string): number {
  if (value === Number.POSITIVE_INFINITY && name !== 'padding') return value
  return check.integer(value, name, name === 'padding' ? 0 : 1)
}

/** Unix seconds, for the engine to cut to whole ones. @internal */
export type Clock = () => number

const system: Clock = () => Date.now() / 1000

/** The clock of a session. @internal */
export function clockOf(now: unknown): Clock {
  if (now === undefined) return system
  check.callable(now, 'now')
  return () => check.seconds((now as () => unknown)(), 'now')
}
