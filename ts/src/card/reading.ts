/**
 * Readings: which bytes a signature of a card covers.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import type { Input } from './validate.js'

/**
 * Which bytes a signature covers: a preset, one answer by its name, or each of the four.
 *
 * | Name | Means |
 * | --- | --- |
 * | `default` | `rule-1-as-written`, `served-scope`, `retain`, `refuse` |
 * | `a2a-sdk` | what the first-party SDKs do: `prune-protojson` and `exclude` |
 * | `a2a-go` | `served-as-is` |
 */
export type Reading =
  | 'default'
  | 'a2a-sdk'
  | 'a2a-go'
  | Answers['defaults']
  | Answers['absentRequired']
  | Answers['unknown']
  | Answers['dualNames']
  | Partial<Answers>

/** The four questions, and their answers. The first of each is the default. */
export type Answers = {
  /** Fields at their default value. Under a `prune-` answer, empty REQUIRED fields are not covered. */
  readonly defaults: 'rule-1-as-written' | 'prune-empty' | 'prune-protojson' | 'served-as-is'
  /** REQUIRED fields that the card does not hold. */
  readonly absentRequired: 'served-scope' | 'descriptor-scope'
  /** Fields outside the schema. Under `exclude` anybody can change them. */
  readonly unknown: 'retain' | 'exclude' | 'reject'
  /** One field under its JSON name and its proto name. */
  readonly dualNames: 'refuse' | 'tolerate'
}

/**
 * The text that a signature of the card covers (RFC 8785), without `signatures`.
 *
 * @throws `ERR_CARD_DUAL_NAME`, `ERR_CARD_UNKNOWN_FIELD` where the reading refuses;
 * `ERR_CARD_READING` for the name of no reading; an `ERR_JSON_` code.
 */
export function canonicalize(card: Input, options: canonicalize.Options = {}): string {
  const { text, parsed } = receive(card, 'card')
  const { reading } = canonicalizeOptions(options)
  const passed = printOptions({ reading, parsed })
  return call((engine) => engine.cardCanonicalize(text, passed))
}

const readAnswers = shape({
  defaults: optional(check.text),
  absentRequired: optional(check.text),
  unknown: optional(check.text),
  dualNames: optional(check.text),
} satisfies Fields<Answers>)

/** A name, or answers by question. The core knows which there are. @internal */
export function readReading(value: unknown, name: string): unknown {
  if (typeof value === 'string') return check.text(value, name)
  if (typeof value !== 'object') throw check.wrong(name, 'a name or an object', value)
  return readAnswers(value, name)
}

const canonicalizeOptions = shape({
  reading: optional(readReading),
} satisfies Fields<canonicalize.Options>)

export declare namespace canonicalize {
  type Options = {
    /** Default: `'default'`. */
    readonly reading?: Reading
  }
}
