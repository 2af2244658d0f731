/**
 * Other packages that do the job of a case, beside the engines: only with `--peers`.
 *
 * @module
 */

import { readFileSync } from 'node:fs'

/** In the order of the columns. */
export const peers = [
  'libsodium-wrappers',
  '@noble/ciphers',
  '@noble/hashes',
  '@noble/curves',
  '@noble/post-quantum',
  'node:crypto',
] as const

export type Peer = (typeof peers)[number]

const load: Record<Peer, () => Promise<unknown>> = {
  'libsodium-wrappers': () => import('libsodium-wrappers'),
  '@noble/ciphers': () => import('@noble/ciphers/chacha.js'),
  '@noble/hashes': () => import('@noble/hashes/hkdf.js'),
  '@noble/curves': () => import('@noble/curves/ed25519.js'),
  '@noble/post-quantum': () => import('@noble/post-quantum/ml-dsa.js'),
  'node:crypto': () => import('node:crypto'),
}

export function isPeer(name: string): name is Peer {
  return (peers as readonly string[]).includes(name)
}

/** Loads a peer; one that this host does not have is an error. */
export async function loadPeer(name: Peer): Promise<void> {
  await load[name]()
}

/** Versions of those that ran. */
export function versions(names: readonly Peer[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, version(name)]))
}

function version(name: Peer): string {
  if (name === 'node:crypto') return `OpenSSL ${process.versions.openssl}`
  const folder = `/node_modules/${name}/`
  const entry = import.meta.resolve(name)
  const root = entry.slice(0, entry.lastIndexOf(folder) + folder.length)
  return JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version
}
