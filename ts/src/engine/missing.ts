/**
 * Which part of the engine has a function, and what is said where that part is not loaded.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { type Part, words } from '../generated/parts.js'

const partsByWord = Object.entries(words).flatMap(([part, all]) =>
  all.split(' ').map((word) => [word, part as Part] as const),
)

/** The part that has a function; none has a name that begins with no word of the engine. */
export function partOf(name: string): Part | undefined {
  const fits = partsByWord.filter(([word]) => name.startsWith(word))
  return fits.sort(([one], [other]) => other.length - one.length)[0]?.[1]
}

/** Says that a function stands in a part that is not loaded, and what loads it. */
export function missing(name: string, part: Part): CountersignError {
  return new CountersignError(
    'ERR_PART_MISSING',
    `${name} is in the part ${part} of the engine, which is not loaded: \`await init({ with: ['${part}'] })\` loads it, and beside countersign/inline an import of countersign/inline/all`,
    { member: part },
  )
}
