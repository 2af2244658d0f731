/**
 * Random bytes for what everybody may see: nonces. A secret is never made of them.
 *
 * The host takes about as long for 16 bytes as for a thousand, so they are drawn in stock. Each is given once.
 *
 * @internal
 * @module
 */

const stock = new Uint8Array(1024)
let left = 0

/** So many fresh bytes, at most 1024. */
export function freshBytes(length: number): Uint8Array {
  if (left < length) {
    globalThis.crypto.getRandomValues(stock)
    left = stock.length
  }
  left -= length
  const bytes = stock.slice(left, left + length)
  stock.fill(0, left, left + length)
  return bytes
}
