/**
 * The cases of a first look: some of each kind, timed in under a minute. The score is made of these, so that it means
 * the same in each run. Runs in Node and in browsers.
 *
 * @module
 */

/** Names of cases. */
export const overview: ReadonlySet<string> = new Set([
  'sign Ed25519',
  'verify Ed25519',
  'sign P-256',
  'verify P-256',
  'sign secp256k1',
  'verify secp256k1',
  'agree X25519',
  'verify JWS Ed25519',
  'sign with ML-DSA-65, 256 B',
  'verify with ML-DSA-65, 256 B',
  'parse did:key',
  'sign A2A card',
  'verify A2A card',
  'receipt sign',
  'receipt verify',
  'trust grant verify',
  'verify request Ed25519',
  'seal 64 B',
  'open 64 B',
  'sign in a ring of 8, Ed25519',
  'verify in a ring of 8, Ed25519',
])
