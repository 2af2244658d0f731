/**
 * The hot lane: short arguments go through one buffer of the engine, and numbers alone cross.
 *
 * The functions and the layout are in `rust/bindings/src/scratch.rs`; both hosts have them. Whatever they
 * leave undecided gives `undefined`, and is asked of the ordinary entry, which has the errors.
 *
 * An array comes in as `check.source` lets it through, and is copied once: it may be shared memory, or be resized.
 * From the first byte written to the last one read no code of the caller runs, so nothing can call the engine
 * in between. The engine wipes what was written; what is secret of a result is wiped here.
 *
 * Each file of `hot/` has the functions of one feature. They take the lane of the engine, if it has one, first.
 *
 * @module
 */

import { bufferOf, type Scratch } from './hot/buffer.js'
import { ASK, type Raw } from './hot/raw.js'

/** What an engine has beside its ordinary entries. */
export type Hot = { readonly raw: Raw; readonly buffer: Scratch }

/** The hot lane of a WebAssembly instance. */
export function hotOfInstance(exports: Readonly<Record<string, unknown>>): Hot {
  const raw = exports as unknown as Raw & {
    readonly memory: WebAssembly.Memory
    scratchAddress(): number
    scratchCapacity(): number
  }
  const [address, capacity] = [raw.scratchAddress(), raw.scratchCapacity()]
  const buffer = bufferOf(() => new Uint8Array(raw.memory.buffer, address, capacity))
  return { raw: rawOf(exports), buffer }
}

/**
 * The functions of the parts that are loaded, each found at its first call. What is not there yet leaves the case to
 * the ordinary entry, which loads its part or names it.
 */
function rawOf(exports: Readonly<Record<string, unknown>>): Raw {
  const get = (_: object, name: string) => {
    const value = exports[name]
    if (!value) return () => ASK
    Object.defineProperty(raw, name, { value })
    return value
  }
  const raw: Raw = Object.create(new Proxy({}, { get }))
  return raw
}

/** The hot lane of the addon; none where the host lends no memory. */
export function hotOfAddon(addon: unknown): Hot | undefined {
  const raw = addon as Raw & { scratchView(): Uint8Array }
  const view = raw.scratchView()
  return isLent(raw, view) ? { raw, buffer: bufferOf(() => view) } : undefined
}

/** Whether the addon reads what is written here. A host that lends no memory gives a copy of it. */
function isLent(raw: Raw, view: Uint8Array): boolean {
  const { written } = new TextEncoder().encodeInto('did:a:b', view)
  return raw.hotDidParse(written) === 0
}
