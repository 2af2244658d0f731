/**
 * Every row of AgenticIdentity's benchmark. Its throughput table is the inverse of these rows.
 *
 * @module
 */

import type { Report, ReportRow } from './report.js'

const unhashed =
  'AgenticIdentity only checks the signature over a stated hash, and does not compute the hash'

/** Rows of operations that we have in our own format and in theirs: a case for each. */
const both = (
  row: string,
  [own, theirs]: readonly [string, string],
  ns: number,
  rest: Pick<ReportRow, 'perSecond' | 'note'> = {},
): readonly ReportRow[] => [
  { row, case: own, ns, ...rest },
  { row, case: theirs, ns, ...rest },
]

export const agenticIdentity: Report = {
  file: '002_36c147d64abcb478.txt',
  system: 'AgenticIdentity',
  platform: 'x86_64 or Apple Silicon, Rust',
  rows: [
    { row: 'Ed25519 key generation', case: 'Ed25519 key generation (aid)', ns: 8800 },
    {
      row: 'Ed25519 sign',
      case: 'Ed25519 sign (aid)',
      ns: 9170,
      note: 'the message has 43 bytes, not 44 as the report says',
    },
    { row: 'Ed25519 verify', case: 'Ed25519 verify (aid)', ns: 19_340 },
    { row: 'HKDF-SHA256 derivation', case: 'HKDF-SHA256 derivation', ns: 972 },
    ...both(
      'Identity creation',
      ['identity creation (key and identifier)', 'identity creation (aid)'],
      8780,
      { perSecond: 114_000, note: 'AgenticIdentity does not compute the identifier here' },
    ),
    ...both('Receipt sign', ['receipt sign', 'receipt sign (aid)'], 11_550, { perSecond: 86_600 }),
    ...both('Receipt verify', ['receipt verify', 'receipt verify (aid)'], 21_770, {
      perSecond: 45_900,
      note: unhashed,
    }),
    ...both('Trust grant sign', ['trust grant sign', 'trust grant sign (aid)'], 12_410, {
      perSecond: 80_600,
    }),
    ...both('Trust grant verify', ['trust grant verify', 'trust grant verify (aid)'], 21_840, {
      perSecond: 45_800,
      note: unhashed,
    }),
    ...both(
      'Trust chain verify (depth 2)',
      ['trust chain verify, 2 links', 'trust chain verify (aid), 2 links'],
      43_510,
      {
        perSecond: 22_900,
        note: 'AgenticIdentity checks no link between the keys of the two grants',
      },
    ),
    ...both(
      'Receipt chain (10 receipts)',
      ['receipt chain, 10 issued', 'receipt chain (aid), 10 issued'],
      123_770,
    ),
    {
      row: 'Argon2id passphrase derivation',
      case: 'Argon2id, 64 MiB, 3 passes',
      ns: 350_000_000,
      kind: 'estimate',
      note: 'about 200 to 500 ms, under "What is NOT Benchmarked Here"',
    },
  ],
}
