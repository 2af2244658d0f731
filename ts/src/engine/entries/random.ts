/**
 * Random bytes for an engine.
 *
 * @internal
 * @module
 */

/** How many bytes one call of `getRandomValues` gives (Web Cryptography, 10.1.1). */
const MOST = 65_536

/** Fills `bytes`. `false` where the host has no random bytes; then some may be there. */
export function fillRandom(bytes: Uint8Array): boolean {
  try {
    for (let start = 0; start < bytes.length; start += MOST)
      crypto.getRandomValues(bytes.subarray(start, start + MOST) as Uint8Array<ArrayBuffer>)
    return true
  } catch {
    return false
  }
}
