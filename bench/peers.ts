/**
 * Other packages that do the job of a case, beside the engines: only with `--peers`.
 *
 * Each stands in a module of its own in `bench/peers`, loaded when it is asked for. A module gives jobs by the
 * name of their case; `peers/table.ts` says who does what, so that nothing is loaded to know it.
 *
 * @module
 */

import type { Jobs, Peered } from './case.js'
import { type Peer, peers } from './peerNames.js'
import { table } from './peers/table.js'
import { versions as installed } from './peers/versions.js'

export { type Peer, peers } from './peerNames.js'

const modules: Readonly<Record<Peer, () => Promise<{ load: () => Jobs | Promise<Jobs> }>>> = {
  'libsodium-wrappers': () => import('./peers/libsodium.js'),
  '@noble/curves': () => import('./peers/nobleCurves.js'),
  '@noble/ciphers': () => import('./peers/nobleCiphers.js'),
  '@noble/hashes': () => import('./peers/nobleHashes.js'),
  'hash-wasm': () => import('./peers/hashWasm.js'),
  '@noble/post-quantum': () => import('./peers/noblePostQuantum.js'),
  '@bitauth/libauth': () => import('./peers/libauth.js'),
  'tiny-secp256k1': () => import('./peers/tinySecp256k1.js'),
  secp256k1: () => import('./peers/secp256k1Native.js'),
  'node:crypto': () => import('./peers/nodeCrypto.js'),
  WebCrypto: () => import('./peers/webCrypto.js'),
  jose: () => import('./peers/jose.js'),
  '@hpke/core': () => import('./peers/hpke.js'),
  '@libp2p/crypto': () => import('./peers/libp2p.js'),
  '@a2a-js/sdk': () => import('./peers/a2a.js'),
  canonicalize: () => import('./peers/canonicalize.js'),
  'pqcrypto-dilithium': () => import('./peers/pqclean.js'),
  'pqcrypto-mldsa': () => import('./peers/pqclean.js'),
  'plain TypeScript': () => import('./peers/plain.js'),
}

export function isPeer(name: string): name is Peer {
  return (peers as readonly string[]).includes(name)
}

/** Loads a peer and gives its jobs; one that this host does not have is an error. */
export async function loadPeer(name: Peer): Promise<Jobs> {
  const { load } = await modules[name]()
  return load()
}

/** The peers of the case `name`. */
export function peersOf(name: string): Partial<Record<Peer, () => Promise<Peered>>> {
  const able = peers.filter((peer) => table[peer].includes(name))
  return Object.fromEntries(able.map((peer) => [peer, () => jobOf(peer, name)]))
}

async function jobOf(peer: Peer, name: string): Promise<Peered> {
  return (await loadPeer(peer))[name]?.()
}

/** Versions of those that ran. */
export function versions(names: readonly Peer[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, version(name)]))
}

function version(name: Peer): string {
  if (name === 'plain TypeScript') return 'of this repository'
  if (name === 'WebCrypto') return host()
  if (name === 'pqcrypto-dilithium') return '0.5.0: C, draft Dilithium, not FIPS 204'
  if (name === 'pqcrypto-mldsa') return '0.1.2: C, FIPS 204'
  return name === 'node:crypto' ? `OpenSSL ${process.versions.openssl}` : installed[name]
}

function host(): string {
  return typeof process === 'object' ? `Node ${process.version}` : navigator.userAgent
}
