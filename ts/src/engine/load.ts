/**
 * Loads the parts of an engine that are not there: for hosts that fetch them.
 *
 * @module
 */

import type { Part } from '../generated/parts.js'
import { type EngineFile, fileOf, placeOf } from './files.js'
import { type Attempt, once, type Patience } from './once.js'
import { withNeeds } from './parts.js'
import {
  addParts,
  currentGeneration,
  engineName,
  fetchPartsBy,
  hasPart,
  isReady,
  type WasmName,
} from './slot.js'
import { fromPlace, fromSource, type Source } from './source.js'
import { choose, installEngine, installIfSound, type Modules } from './wasm.js'

/** Where a file of the engine is to be taken from. */
export type Locate = (file: EngineFile) => Source

/** Which parts, from where, and how long to wait. */
export type Wanted = Patience & {
  readonly parts: readonly Part[]
  readonly wasm: Locate | undefined
}

/** Fetches what is missing of the parts and of what they need, all at once. */
export const loadParts: (wanted: Wanted) => Promise<void> = once(fill, isEnough)

function isEnough({ parts }: Wanted): boolean {
  return isReady() && parts.every(hasPart)
}

async function fill(wanted: Wanted, attempt: Attempt): Promise<void> {
  const before = currentGeneration()
  const name = (engineName() as WasmName | undefined) ?? choose()
  const modules = await fetchAll(name, wanted, attempt)
  if (attempt.signal.aborted) return
  // Another entry has installed an engine meanwhile, or what was there is lost.
  if (currentGeneration() !== before) return isEnough(wanted) ? undefined : fill(wanted, attempt)
  if (isReady()) return addParts(modules)
  fetchPartsBy((part) => loadParts({ ...wanted, signal: undefined, parts: [part] }))
  if (name === 'wasm') return installEngine(modules)
  // Where relaxed SIMD turns out to be unsound, the plain engine does.
  if (!installIfSound(modules)) await fill(wanted, attempt)
}

async function fetchAll(name: WasmName, wanted: Wanted, attempt: Attempt): Promise<Modules> {
  const missing = withNeeds(wanted.parts).filter((part) => !hasPart(part))
  const fetched = missing.map(async (part) => {
    const { wasm } = wanted
    const module = wasm
      ? fromSource(() => wasm(fileOf(name, part)), attempt)
      : fromPlace(placeOf(name, part), attempt)
    return [part, await module] as const
  })
  return new Map(await Promise.all(fetched))
}
