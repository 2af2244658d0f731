/**
 * The cases that stand for the whole: in the table of ts/docs/speed.md, and with percentile curves in the report.
 *
 * @module
 */

/** Cases of which there is another with the key ready: here peers read it in each call, as the engines do. */
const readsKey: ReadonlySet<string> = new Set(['verify Ed25519', 'verify secp256k1'])

/** The name of a case where the case with a ready key is not beside it. */
export function alone(name: string): string {
  return readsKey.has(name) ? `${name}, key read in each call` : name
}

/** Names of cases, in the order of the table. */
export const headline: readonly string[] = [
  'generate Ed25519',
  'sign Ed25519',
  'verify Ed25519',
  'sign secp256k1',
  'verify secp256k1',
  'recover secp256k1',
  'agree X25519',
  'parse did:key',
  'verify all keys, 10 (sage)',
  'sign A2A card',
  'verify A2A card',
  'receipt sign',
  'receipt verify',
  'verify a chain of 10',
  'trust chain verify, 2 links',
  'verify request Ed25519',
  'create a session',
  'seal 64 B',
  'open 64 B',
  'seal 16384 B',
  'sign with ML-DSA-87, 256 B',
  'verify with ML-DSA-87, 256 B',
  'verify in a ring of 8, Ed25519',
  'verify in a ring of 8, secp256k1',
]
