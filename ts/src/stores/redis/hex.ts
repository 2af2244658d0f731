/**
 * Bytes as clients of Redis carry them unchanged. The encodings of the package are in the engine, which a store does not
 * need.
 *
 * @internal
 * @module
 */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of what was written; what is not hex stays as it is, and makes no sense. */
export function fromHex(answer: unknown): unknown {
  if (typeof answer !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(answer)) return answer
  return Uint8Array.from(answer.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
