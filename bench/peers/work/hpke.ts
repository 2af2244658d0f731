/**
 * What the rows of HPKE seal.
 *
 * @module
 */

export const text: Uint8Array<ArrayBuffer> = new Uint8Array(1024).fill(7)
export const info: Uint8Array<ArrayBuffer> = new TextEncoder().encode('bench')
