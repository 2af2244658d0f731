/**
 * The parts of the engine: which of them has a function, and what is said where it is not loaded, or another file is.
 *
 * @module
 */

import { CountersignError } from '../errors.js'
import { needs, type Part, words } from '../generated/parts.js'
import type { WasmModule } from '../host.js'

/** The part that every other one needs: it has the memory, and verifies. */
export const core = 'verify'

const partsByWord = Object.entries(words).flatMap(([part, all]) =>
  all.split(' ').map((word) => [word, part as Part] as const),
)

/** The part that has a function; none has a name that begins with no word of the engine. */
export function partOf(name: string): Part | undefined {
  const fits = partsByWord.filter(([word]) => name.startsWith(word))
  return fits.sort(([one], [other]) => other.length - one.length)[0]?.[1]
}

/** Each part after what it needs. */
export function withNeeds(parts: readonly Part[]): readonly Part[] {
  const all = new Set<Part>()
  const add = (part: Part): void => {
    needs[part].forEach(add)
    all.add(part)
  }
  parts.forEach(add)
  return [...all]
}

/**
 * Throws `ERR_WASM_INVALID` for a module in the place of a part that it is not. Most would link there, and the core has
 * a memory of its own.
 */
export function checkPart(module: WasmModule, part: Part): void {
  const exports = WebAssembly.Module.exports(module as WebAssembly.Module)
  const functions = exports.flatMap(({ name }) => (name.includes(' ') ? [partOf(name)] : []))
  const own = functions.filter((owner) => owner === part)
  const isForeign = part !== core && own.length < functions.length
  if (isForeign || (words[part] !== undefined && own.length === 0))
    throw new CountersignError(
      'ERR_WASM_INVALID',
      `the module in the place of the part ${part} is not that part of the engine`,
    )
}

/** Says that a function stands in a part that is not loaded, and what loads it. */
export function missing(name: string, part: Part): CountersignError {
  return new CountersignError(
    'ERR_PART_MISSING',
    `${name} is in the part ${part} of the engine, which is not loaded: \`await init({ with: ['${part}'] })\` loads it; in countersign/slim give its module to \`initSync({ core, parts })\`, and beside countersign/inline import the subpath from there`,
    { member: part },
  )
}
