/**
 * SHA-256 for peers that have none: of node:crypto where there is a Node, else of @noble/hashes.
 *
 * @module
 */

/** Gives the fastest SHA-256 that a program on this host would take. */
export async function sha256(): Promise<(message: Uint8Array) => Uint8Array> {
  if (typeof process !== 'object') return (await import('@noble/hashes/sha2.js')).sha256
  const { hash } = await import('node:crypto')
  return (message) => hash('sha256', message, 'buffer')
}
