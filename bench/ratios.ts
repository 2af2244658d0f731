/**
 * Ratios of two cases of one run, on each engine, beside the targets that they are held to.
 *
 * @module
 */

import type { Ratio, Row } from './result.js'
import { type Median, ratioOf } from './stats.js'
import type { lengths } from './suites/documentInput.js'

type Length = (typeof lengths)[number]

type Plan = Pick<Ratio, 'name' | 'target'> & {
  of: string
  by: string
  /** How many times the second case stands for the first. */
  times?: number
}

const plans: readonly Plan[] = [
  {
    name: 'receipt verify / bare signature check',
    of: 'receipt verify',
    by: 'bare signature check',
    target: 1.1,
  },
  {
    name: 'chain of 10 / 10 receipts verified singly',
    of: 'verify a chain of 10',
    by: 'receipt verify',
    times: 10,
  },
  {
    name: 'chain of 10 / 10 bare signature checks',
    of: 'verify a chain of 10',
    by: 'bare signature check',
    times: 10,
  },
  {
    name: 'batch of 10 receipts / 10 receipts verified singly',
    of: 'verify 10 receipts by themselves',
    by: 'receipt verify',
    times: 10,
  },
  ...[2, 10, 100].map(
    (times): Plan => ({
      name: `${times} signatures of one key / ${times} checks`,
      of: `verify ${times} of one key, Ed25519`,
      by: 'verify Ed25519',
      times,
    }),
  ),
]

/** A document by its bare signature; `keys` says in which state its key is, `links` how many signatures it has. */
const document = (of: string, target: number, by: string, times = 1): Plan => ({
  name: `${of} / bare`,
  of,
  by,
  times,
  target,
})

const signs = (of: string, length: Length, target: number) =>
  document(of, target, `bare sign, ${length} B`)
const verifies = (of: string, length: Length, target: number, links = 1) =>
  document(of, target, `bare verify, ${length} B, 100 of one key`, links / 100)

const documents: readonly Plan[] = [
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
  // One check, and what it takes to cross.
  ...(['Ed25519', 'P-256', 'secp256k1'] as const).map((type) =>
    document(`Peer.decodePublicKey, ${type}`, 1.2, `check of a public key, ${type}`),
  ),
  document('Handshake, both sides', 1.2, 'bare operations of a handshake'),
]

/** Every ratio whose two cases were timed. */
export function ratiosOf(rows: readonly Row[]): Ratio[] {
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  return [...plans, ...documents].flatMap(({ of, by, times = 1, ...plan }) =>
    engines.flatMap((engine) => {
      const find = (name: string) => rows.find((row) => row.case === name && row.engine === engine)
      const [whole, part] = [find(of), find(by)]
      if (whole === undefined || part === undefined) return []
      return [{ ...plan, engine, ...ratioOf(whole, multiple(part, times)) }]
    }),
  )
}

function multiple({ p50, low, high }: Median, times: number): Median {
  return { p50: p50 * times, low: low * times, high: high * times }
}

/** A line for each ratio: `name: engine 1.07x, … (at most 1.1)`. */
export function ratioLines(ratios: readonly Ratio[]): string {
  return [...new Set(ratios.map(({ name }) => name))]
    .map((name) => {
      const of = ratios.filter((ratio) => ratio.name === name)
      const values = of.map(({ engine, value }) => `${engine} ${value.toFixed(2)}x`)
      const target = of[0]?.target
      return `${name}: ${values.join(', ')}${target === undefined ? '' : ` (at most ${target})`}`
    })
    .join('\n')
}
