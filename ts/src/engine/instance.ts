/**
 * An instance of an engine's WebAssembly.
 *
 * @internal
 * @module
 */

import type { Engine } from '../generated/contract.js'
import { type Boundary, Memory } from './entries/memory.js'
import { fillRandom } from './entries/random.js'
import { entriesOf, type Lookup } from './entries.js'

/** Instantiates `module`; throws what WebAssembly throws. */
export function instantiate(module: WebAssembly.Module): {
  exports: WebAssembly.Exports
  engine: Engine
} {
  // An engine asks for random bytes when it is called, which is after it was made.
  const random = (start: number, length: number): number => {
    const { bytes } = memory
    return fillRandom(bytes.subarray(start >>> 0, (start >>> 0) + length)) ? 0 : 1
  }
  const { exports } = new WebAssembly.Instance(module, { countersign: { random } })
  const memory = new Memory(exports as unknown as Boundary)
  const lookup: Lookup = (name) => exports[name] as ReturnType<Lookup>
  return { exports, engine: entriesOf(memory, lookup) }
}
