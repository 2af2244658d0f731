/**
 * What a signed text may cost beside its bare signatures, and texts beside reading them. Data only.
 *
 * @module
 */

import type { lengths } from './suites/documentInput.js'
import type { Held, Target } from './target.js'

type Length = (typeof lengths)[number]

/** A target that another case of the same engine is the measure of. */
export type DocumentTarget = Target & { held: Extract<Held, { to: 'case' }> }

/** A document by its bare signature; `keys` says in which state its key is, `links` how many signatures it has. */
const document = (
  name: string,
  atMost: number,
  bare: string,
  times: number = 1,
): DocumentTarget => ({
  case: name,
  held: { to: 'case', case: bare, ...(times !== 1 && { times }) },
  atMost,
  source: 'design',
})

const signs = (name: string, length: Length, target: number) =>
  document(name, target, `bare sign, ${length} B`)
const verifies = (name: string, length: Length, target: number, links = 1) =>
  document(name, target, `bare verify, ${length} B, 100 of one key`, links / 100)

export const documentTargets: readonly DocumentTarget[] = [
  signs('Card.sign', 2_900, 1.6),
  verifies('Card.verify', 2_900, 1.35),
  signs('Receipt.issue', 400, 1.3),
  document(
    'Receipt.verify, trust not seen before',
    1.15,
    'bare verify, 400 B, keys not seen before',
  ),
  document('Receipt.verifyChain, 100', 0.7, 'bare verify, 400 B, keys not seen before', 100),
  signs('Grant.issue', 700, 1.5),
  document('Grant.verifyChain, 2 links', 1.3, 'bare verify, 700 B, keys not seen before', 2),
  document('Grant.verifyChain, 16 links', 1.3, 'bare verify, 700 B, keys not seen before', 16),
  signs('HttpSig.sign, GET', 400, 1.6),
  verifies('HttpSig.verify, GET', 400, 1.4),
  signs('HttpSig.sign, POST of 1 KB', 400, 1.6),
  verifies('HttpSig.verify, POST of 1 KB', 400, 1.4),
  signs('Jws.sign, 256 B', 400, 1.2),
  verifies('Jws.verify, 256 B', 400, 1.15),
  signs('Pop.prove', 400, 1.5),
  verifies('Pop.verify', 400, 1.3),
  signs('Sage.Pop.prove', 64, 1.5),
  verifies('Sage.Pop.verify', 64, 1.3),
  signs('Sage.Card.generate and sign', 700, 1.3),
  verifies('Sage.Card.verify', 700, 1.1),
  signs('Aid.Receipt.issue', 64, 1.2),
  verifies('Aid.Receipt.verify', 64, 1.2),
  signs('Aid.Grant.issue', 64, 1.2),
  verifies('Aid.Grant.authorize', 64, 1.2),
  verifies('Aid.Grant.verifyChain, 2 links', 64, 1.1, 2),
  document('Sage.Metadata.toV4', 2, 'JSON.parse of metadata V1'),
  document('Sage.Metadata.toV1', 2, 'JSON.parse of metadata V4'),
  document('Sage.Card.validate', 2, 'JSON.parse of a card of SAGE'),
  // One check of the point, and what it takes to cross: a public key is a plain object, whose bytes may be anything.
  ...(['Ed25519', 'P-256', 'secp256k1'] as const).flatMap((type) =>
    ['encodePublicKey', 'fromKey', 'decodePublicKey'].map((name) =>
      document(`Peer.${name}, ${type}`, 1.2, `check of a public key, ${type}`),
    ),
  ),
  document('Handshake, both sides', 1.2, 'bare operations of a handshake'),
]
