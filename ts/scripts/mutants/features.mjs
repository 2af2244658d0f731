// What belongs to which feature: its sources in rust/core/src, its Rust tests and its TypeScript tests.
//
// Names are beginnings: `grant` is grant.rs and grant/… of the sources, and grant*.rs of the tests.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root, Stop } from '../setup/shell.mjs'

/** `decides: false`: left out of a draw over everything, but a file of it can be named. */
const features = [
  { name: 'card', rust: ['card', 'checks'], ts: ['card'] },
  {
    // Continuity takes a chain and has its witnesses looked at.
    name: 'receipt',
    rust: ['receipt', 'aid_long_lists', 'checks', 'identity_continuity'],
    ts: ['receipt', 'identityContinuity'],
  },
  { name: 'grant', rust: ['grant', 'checks'], ts: ['grant'] },
  { name: 'jws', rust: ['jws', 'jwk', 'checks'], ts: ['jws'] },
  { name: 'http_sig', rust: ['http_sig', 'checks'], ts: ['httpSig', 'http.'] },
  { name: 'pop', rust: ['pop', 'checks'], ts: ['pop'] },
  { name: 'handshake', rust: ['handshake', 'checks'], ts: ['handshake'] },
  { name: 'session', rust: ['session'], ts: ['session'] },
  {
    // Its questions are asked by those who verify.
    name: 'trust',
    rust: [
      'trust',
      'identity_trust',
      'receipt',
      'jws',
      'card',
      'data_integrity',
      'http_sig',
      'grant',
      'checks',
    ],
    ts: ['trust', 'receipt.', 'jws.', 'card.'],
  },
  { name: 'data_integrity', rust: ['data_integrity', 'checks'], ts: ['dataIntegrity'] },
  { name: 'identity', rust: ['identity', 'aid_long_lists', 'checks'], ts: ['identity'] },
  {
    name: 'log',
    sources: ['merkle', 'checkpoint'],
    rust: ['merkle', 'checkpoint', 'receipt', 'checks'],
    ts: ['log', 'receipt.'],
  },
  { name: 'ring', rust: ['ring', 'receipt_ring', 'checks'], ts: ['ring', 'receiptRing'] },
  {
    name: 'keys',
    rust: [
      'keys',
      'key_text',
      'jwk',
      'pem',
      'ed25519',
      'ecdsa',
      'ml_dsa',
      'sage_keys',
      'pop_sage',
      'peer',
      'composite',
      'checks',
    ],
    ts: ['keys', 'keyFormats', 'mlDsa.', 'postQuantum', 'signers'],
  },
  { name: 'replay', rust: ['replay', 'http_sig', 'pop', 'grant'], ts: ['replay'] },
  { name: 'did', rust: ['did'], ts: ['did', 'resolver'], decides: false },
  { name: 'guard', rust: ['guard', 'handshake', 'session'], ts: ['guard'], decides: false },
  { name: 'hpke', rust: ['hpke'], ts: ['hpke'], decides: false },
  { name: 'peer', rust: ['peer'], ts: ['peer'], decides: false },
  { name: 'metadata', rust: ['metadata'], ts: ['metadata'], decides: false },
  {
    name: 'aid',
    rust: ['aid', 'identity_aid', 'grant_aid', 'receipt_aid', 'checks'],
    ts: ['identityAid', 'grantAid', 'receiptAid'],
    decides: false,
  },
  {
    name: 'record',
    rust: ['pop', 'grant', 'receipt', 'identity'],
    ts: ['pop', 'grant', 'receipt.'],
  },
  {
    name: 'sage_key_store',
    rust: ['sage_keys', 'session_sage'],
    ts: ['sessionSage', 'keyFormats'],
  },
  {
    name: 'signed_record',
    rust: ['pop', 'grant', 'receipt', 'identity'],
    ts: ['pop', 'grant'],
    decides: false,
  },
  {
    // CBOR is written in logs of did:plc and in COSE envelopes of receipts.
    name: 'encoding',
    sources: ['encoding', 'print'],
    rust: ['encoding', 'json', 'numbers', 'did_plc', 'receipt'],
    ts: ['encoding', 'jcs', 'didPlc', 'receipt.'],
    decides: false,
  },
]

const sources = 'rust/core/src'

/** The feature of a source file, a path from the top of the repository; or undefined. */
export function featureOf(file) {
  const [first] = file.slice(sources.length + 1).split('/')
  const name = first.replace(/\.rs$/, '')
  return features.find((feature) => (feature.sources ?? [feature.name]).includes(name))
}

/** All sources that decide. */
export function deciding() {
  return rustFiles().filter((file) => (featureOf(file) ?? { decides: false }).decides !== false)
}

/** All sources of a feature in this list. */
export function rustFiles() {
  const files = readdirSync(join(root, sources), { recursive: true })
    .map((file) => `${sources}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.rs'))
  return files.filter(featureOf).sort()
}

/** The file that someone means who writes `grant/authorize.rs`, or its path from the top. */
export function resolveFile(given) {
  const paths = [given, `rust/${given}`, `${sources}/${given}`]
  const file = rustFiles().find((known) => paths.includes(known))
  if (!file)
    throw new Stop(`${given}: no source of a feature that ts/scripts/mutants/features.mjs knows`)
  return file
}

/** Names of the files of `rust/core/tests` of a feature. */
export function rustTests({ rust }, names = testFiles('rust/core/tests', '.rs')) {
  const own = new RegExp(`^(${rust.join('|')})(_|$)`)
  return names.filter((name) => own.test(name))
}

/** Paths of the TypeScript tests of a feature, from the top of the repository. */
export function typescriptTests({ ts }) {
  return ['ts/test', 'ts/test/node'].flatMap((folder) =>
    testFiles(folder, '.test.ts')
      .filter((name) => ts.some((start) => `${name}.`.startsWith(start)))
      .map((name) => `${folder}/${name}.test.ts`),
  )
}

function testFiles(folder, ending) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort()
}
