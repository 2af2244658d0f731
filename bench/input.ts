/**
 * Inputs that every run and every engine shares.
 *
 * @module
 */

/** `length` bytes that do not repeat soon. */
export function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 167 + 13) & 0xff)
}

/** A secret key of 32 bytes that is a valid scalar on every curve. */
export function secret(number: number): Uint8Array {
  return new Uint8Array(32).fill(number)
}
