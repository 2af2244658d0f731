/**
 * How the engine of `countersign/inline` and `countersign/inline/verify` is loaded in a page: from what the imports
 * carry.
 *
 * @module
 */

import { carriedParts, carriedText, needCarried } from '../engine/carried.js'
import { decode, inflate } from '../engine/inlined.js'
import { once, type Patience } from '../engine/once.js'
import { addParts, hasPart, isReady } from '../engine/slot.js'
import { fromSource } from '../engine/source.js'
import { installEngine } from '../engine/wasm.js'
import { readInlineInit } from './options.js'

/**
 * Loads the engine, with the parts of the inline subpaths that were imported.
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type, and for a `wasm`: the engine is part of this entry;
 * `ERR_CSP_BLOCKED`; `ERR_WASM_INVALID` where this host computes wrongly; `ERR_PART_MISSING` for a part of `with` that no import carries; `ERR_WASM_FETCH` after
 * `timeout`, or where the host cannot decompress; `ERR_INTERNAL` as `init` of `countersign`; the reason of `signal`.
 */
export async function init(options?: init.Options): Promise<void> {
  const { with: parts, ...rest } = readInlineInit(options)
  await load(rest)
  needCarried(parts)
}

export declare namespace init {
  type Options = Omit<import('./options.js').Options, 'wasm'>
}

const load = once<Patience>(
  async (_, attempt) => {
    const missing = carriedParts().filter((part) => !hasPart(part))
    const compiled = missing.map(async (part) => {
      const bytes = () => inflate(decode(carriedText(part) as string))
      return [part, await fromSource(bytes, attempt)] as const
    })
    const modules = new Map(await Promise.all(compiled))
    if (attempt.signal.aborted) return
    if (isReady()) addParts(modules)
    else installEngine(modules)
  },
  () => carriedParts().every(hasPart),
)
