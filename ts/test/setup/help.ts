// What many tests need.

import { expect } from 'vitest'

/** Matches an error of this package with `code`. */
export function refusal(code: string): Error {
  return expect.objectContaining({ name: 'CountersignError', code }) as unknown as Error
}

/** Bytes of lower-case hex. */
export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
