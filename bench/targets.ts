/**
 * What the figures are held to: the targets of the design, and those that the reports ask for. Data only;
 * `targetLines.ts` makes lines of it and of the rows of a run.
 *
 * @module
 */

import { curveTargets } from './curveTargets.js'
import { documentTargets } from './documentTargets.js'
import { argon2idName } from './peers/work/argon2id.js'
import { digestNames } from './peers/work/digest.js'
import { best, list, native, peer, type Target, times } from './target.js'

const curve25519 = [
  'generate Ed25519',
  'sign Ed25519',
  'verify Ed25519',
  'generate X25519',
  'agree X25519',
]
const secp256k1 = ['generate', 'sign', 'verify', 'recover'].map((what) => `${what} secp256k1`)
const mlDsa = [
  'generate a key of ML-DSA-87',
  'sign with ML-DSA-87, 256 B',
  'verify with ML-DSA-87, 256 B',
]

const keys: readonly Target[] = [
  ...list(curve25519, { held: best('libsodium-wrappers'), atMost: times(2.2) }),
  ...list(['verify Ed25519'], { held: native, atMost: 1.5 }),
  ...list(secp256k1, { held: best('@bitauth/libauth'), atMost: times(3) }),
  ...list(secp256k1, { held: peer('secp256k1') }),
  ...list(mlDsa, { held: peer('@noble/post-quantum'), atMost: times(10) }),
  ...list(mlDsa, { held: native, atMost: 3 }),
]

const sizes = [64, 256, 1024, 4096, 16_384]
const sodium = peer('libsodium-wrappers')

const hashes: readonly Target[] = [
  ...list([...digestNames, argon2idName], { held: best('hash-wasm') }),
  ...list([argon2idName], { held: native, atMost: 1.5 }),
]

const sessions: readonly Target[] = [
  ...list(
    sizes.flatMap((size) => [`seal ${size} B`, `open ${size} B`]),
    { held: best('libsodium-wrappers') },
  ),
  ...list(['seal 64 B', 'open 64 B'], { held: { to: 'time', ns: 400 } }),
  ...list(['seal 64 B'], { held: sodium, atMost: 0.45 }),
  ...list(['seal 16384 B', 'open 16384 B'], { held: sodium, atMost: times(1.4) }),
  ...list(['create a session'], { held: { to: 'time', ns: 1500 } }),
  ...list(['create a session'], {
    held: { to: 'case', case: 'two HKDF calls, the bound of creation' },
  }),
  // Only the native engine has a build that counts.
  ...list(['create a session'], { engine: 'native', held: { to: 'memory', bytes: 2048 } }),
]

/** What ring-go takes for each member, measured from its own sources on an x86-64 server. */
const ringGo = (type: string, ns: number): Target => ({
  case: `verify in a ring of 32, ${type} (ring-go)`,
  held: { to: 'time', ns: ns * 32, elsewhere: 'ring-go on an AMD EPYC' },
  source: 'design',
})

const dropped =
  'each signature is decided by itself, because a combined equation would need a proof for each R; signatures of one key share its tables'

const documents: readonly Target[] = [
  ringGo('secp256k1', 350_000),
  ringGo('Ed25519', 198_000),
  ...list(['receipt verify'], {
    held: { to: 'case', case: 'bare signature check' },
    atMost: 1.1,
  }),
  ...[10, 100].flatMap((n) =>
    list([`verify a chain of ${n}`], {
      held: { to: 'case', case: 'receipt verify', times: n },
      atMost: 0.6,
      dropped,
    }),
  ),
  ...list(['verify all keys, 10 (sage)'], {
    held: { to: 'case', case: 'verify Ed25519 (sage)', times: 10 },
    atMost: 0.6,
    dropped,
  }),
  ...list(['parse, canonicalize and hash a card'], { held: { to: 'time', ns: 15_000 } }),
  ...list(['parse did:sage', 'parse did:key', 'parse did:web'], {
    held: peer('plain TypeScript'),
  }),
  ...list(['parse did:sage', 'parse did:key', 'parse did:web'], {
    held: { to: 'time', ns: 150 },
  }),
  {
    case: 'from nothing to the first verify',
    cold: true,
    held: { to: 'time', ns: 30e6 },
    source: 'design',
  },
  ...list(['three byte inputs cross the boundary'], { held: { to: 'time', ns: 60 } }),
]

/** The targets of SAGE's baseline report that the design does not repeat. */
const asked: readonly Target[] = [
  { case: 'sign Ed25519, 1024 B', held: { to: 'time', ns: 20_000 }, source: 'report 001' },
  { case: 'export JWK Ed25519', held: { to: 'time', ns: 350 }, source: 'report 001' },
  { case: 'export private JWK Ed25519', held: { to: 'time', ns: 350 }, source: 'report 001' },
  ...[64, 256].map(
    (size): Target => ({
      case: `seal 100 messages of ${size} B in a batch`,
      held: { to: 'case', case: `seal 100 messages of ${size} B, one by one` },
      atMost: times(2),
      source: 'report 001',
    }),
  ),
]

export const targets: readonly Target[] = [
  ...keys,
  ...curveTargets,
  ...hashes,
  ...sessions,
  ...documents,
  ...documentTargets,
  ...asked,
]

/** The names of the cases that a target is about, or is held to. */
export const targetCases: ReadonlySet<string> = new Set(
  targets.flatMap(({ case: name, held }) => (held.to === 'case' ? [name, held.case] : [name])),
)
