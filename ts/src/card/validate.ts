/**
 * What is wrong with a card, and in which version it is written.
 *
 * @module
 */

import { receive } from '../document.js'
import { call } from '../engine/slot.js'

/** A card as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** What {@link detect} found. */
export type Detected = {
  /** `1.0`, `0.3`, `0.2`, …; `0.x` for 0.3 or older where the card does not say; `unknown`. */
  readonly version: string
  /** Top-level members that only 0.3 and older have. */
  readonly legacy: readonly string[]
}

/** One thing that is wrong, and where: a JSON Pointer (RFC 6901) and a code. */
export type Problem = {
  readonly path: string
  readonly code:
    | 'version'
    | 'missing'
    | 'empty'
    | 'type'
    | 'one-of'
    | 'name'
    | 'dual-name'
    | 'url'
    | 'reference'
    | 'duplicate'
}

/** What {@link validate} found. */
export type Report = Detected & {
  /** Whether `problems` is empty. */
  readonly valid: boolean
  /** At most 100. */
  readonly problems: readonly Problem[]
  /** Fields outside the schema, at most 100. No problem in themselves. */
  readonly unknown: readonly string[]
  /** Whether a list was cut. */
  readonly truncated: boolean
}

/**
 * Says which A2A version a card is written in.
 *
 * @example
 * ```ts
 * Card.detect(bytes).version // '1.0'
 * ```
 *
 * @throws an `ERR_JSON_` code for a text that is not strict JSON.
 */
export function detect(card: Input): Detected {
  const { text, parsed } = receive(card, 'card')
  return JSON.parse(call((engine) => engine.cardDetect(text, parsed))) as Detected
}

/**
 * Lists every problem of a card against A2A 1.0.
 *
 * @example
 * ```ts
 * const { valid, problems } = Card.validate(card)
 * // [{ path: '/skills/0/tags', code: 'missing' }]
 * ```
 *
 * @throws an `ERR_JSON_` code for a text that is not strict JSON.
 */
export function validate(card: Input): Report {
  const { text, parsed } = receive(card, 'card')
  return JSON.parse(call((engine) => engine.cardValidate(text, parsed))) as Report
}
