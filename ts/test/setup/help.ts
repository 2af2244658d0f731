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

/** Bytes of text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** What a call throws, now or later. */
export async function caught(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    return error
  }
}
