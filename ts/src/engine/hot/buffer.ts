/**
 * The buffer that the engine and JavaScript share.
 *
 * @internal
 * @module
 */

import { sizeOf } from '../../check.js'

/** The buffer, and how arrays get into it. */
export type Scratch = {
  readonly capacity: number
  /** The buffer as it is now. */
  view(): Uint8Array
  /** Copies an array of `size` bytes. `false`, and nothing remains, if it is shared and grew meanwhile. */
  put(array: Uint8Array, size: number, from: number): boolean
  /** Copies `first`, and `second` behind it and a gap. `false`, and nothing remains, if they do not fit. */
  put2(first: Uint8Array, size: number, second: Uint8Array, rest: number, gap: number): boolean
}

/** The buffer that `make` finds; asked again when the memory grew and the old view is empty. */
export function bufferOf(make: () => Uint8Array): Scratch {
  let current = make()
  const capacity = current.length
  const view = (): Uint8Array => {
    if (current.length === 0) current = make()
    return current
  }
  const put = (array: Uint8Array, size: number, from: number): boolean => {
    if (size === 0) return true
    const buffer = view()
    if (copy(buffer, array, from) && sizeOf(array) === size) return true
    buffer.fill(0)
    return false
  }
  return {
    capacity,
    view,
    put,
    put2: (first, size, second, rest, gap) =>
      size + gap + rest <= capacity && put(first, size, 0) && put(second, rest, size + gap),
  }
}

/** An array that grew since it was measured may be too long. */
function copy(buffer: Uint8Array, array: Uint8Array, from: number): boolean {
  try {
    buffer.set(array, from)
    return true
  } catch {
    return false
  }
}
