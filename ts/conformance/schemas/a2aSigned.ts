/**
 * Signed A2A cards under named readings (a2a-card-sign-v01 of a2a-tck).
 *
 * A file names the readings under which its signature must hold and those under
 * which it must not. A reading sets one axis; the others stay at the default.
 * The default reading is judged too, where the file says what it must do.
 *
 * @module
 */

import {
  type Api,
  type Case,
  gives,
  isRecord,
  judge,
  Mismatch,
  same,
  type Verdict,
} from '../case.js'
import { keySetTrust } from '../documents.js'
import { hex, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import type { Folder, VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

type Reading = NonNullable<NonNullable<Parameters<Api['Card']['canonicalize']>[1]>['reading']>

/** Each reading of the vectors, as ours names it. */
const readings: Readonly<Record<string, Exclude<Reading, string>>> = {
  'rule-1-as-written': { defaults: 'rule-1-as-written' },
  'prune-empty': { defaults: 'prune-empty' },
  'served-as-is': { defaults: 'served-as-is' },
  'rule-1-served-scope': { absentRequired: 'served-scope' },
  'rule-1-descriptor-scope': { absentRequired: 'descriptor-scope' },
  'unknown-retain': { unknown: 'retain' },
  'unknown-exclude': { unknown: 'exclude' },
  'unknown-reject': { unknown: 'reject' },
  'dual-name-refuse': { dualNames: 'refuse' },
  'dual-name-tolerate': { dualNames: 'tolerate' },
}

/** The readings that are the default of their axis. */
const defaults = ['rule-1-as-written', 'rule-1-served-scope', 'unknown-retain', 'dual-name-refuse']

export const signedCard: Schema = {
  name: 'A2A signed card',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['served_card']) && Array.isArray(json['accept_under']),
  *cases(file, folder): Iterable<Case> {
    const row = file.json as Row
    yield { name: 'disposition', run: () => disposed(row) }
    const jwks = keySet(file, folder)
    for (const [name, verdict] of verdicts(row))
      yield { name: `under ${name}`, run: (api) => underReading(api, row, jwks, name, verdict) }
    const ours = defaults
      .map((name) => verdicts(row).find(([profile]) => profile === name))
      .find(Boolean)
    if (ours)
      yield {
        name: 'by default',
        run: (api) => judge(verifies(api, row, jwks, undefined), ours[1]),
      }
  },
  expectations: ['accept_under', 'canonical_utf8_hex', 'disposition'],
}

/** What a file says in one word is what its lists of readings say. */
function disposed(row: Row): void {
  const said = text(row, 'disposition')
  const hasItems = (name: string) => Array.isArray(row[name]) && row[name].length > 0
  const [accept, reject] = [hasItems('accept_under'), hasItems('reject_under')]
  const both = 'MUST-ACCEPT under accept_under, MUST-REJECT under reject_under'
  same(said, accept && reject ? both : accept ? 'MUST-ACCEPT' : 'MUST-REJECT', 'disposition')
}

function verdicts(row: Row): [string, Verdict][] {
  const names = (member: string) => (Array.isArray(row[member]) ? row[member].map(String) : [])
  return [
    ...names('accept_under').map((name): [string, Verdict] => [name, 'accept']),
    ...names('reject_under').map((name): [string, Verdict] => [name, 'reject']),
  ]
}

function underReading(api: Api, row: Row, jwks: string, name: string, verdict: Verdict): void {
  const reading = readings[name]
  if (reading === undefined) throw new Error(`no reading ${name}`)
  judge(verifies(api, row, jwks, reading), verdict, name)
  if (verdict !== 'accept') return
  const canonical = api.Card.canonicalize(served(row), { reading })
  for (const bytes of canonicalOf(api, row, jwks, name))
    same(utf8(canonical), hex(bytes), 'canonical bytes')
}

/**
 * The canonical bytes under a reading: those of the card, those of the reading, or those of each signature that holds.
 */
function canonicalOf(api: Api, row: Row, jwks: string, name: string): unknown[] {
  const bytes = row['canonical_utf8_hex']
  if (isRecord(bytes)) return [bytes[name]]
  if (!Array.isArray(bytes)) return [bytes]
  const signatures = list(object(row, 'served_card'), 'signatures')
  const accepted = bytes.filter((_, index) => {
    const alone = { ...object(row, 'served_card'), signatures: signatures.slice(index, index + 1) }
    return verifies(api, { served_card: alone }, jwks, readings[name])
  })
  if (accepted.length === 0) throw new Mismatch('no signature holds by itself')
  return accepted
}

function verifies(api: Api, row: Row, jwks: string, reading: Reading | undefined): boolean {
  const trust = keySetTrust(api, jwks)
  return gives(() => api.Card.verify(served(row), trust, reading === undefined ? {} : { reading }))
}

function served(row: Row): string {
  return JSON.stringify(object(row, 'served_card'))
}

/** The key set of the suite: in a folder above the card. */
function keySet(file: VectorFile, folder: Folder): string {
  for (const up of ['.', '..', '../..'])
    for (const other of folder.files)
      if (isKeySet(other) && folder.beside(file, `${up}/${other.name}`) === other) return other.text
  throw new Error('no key set above this card')
}

function isKeySet(file: VectorFile): boolean {
  return isRecord(file.json) && isTable(file.json['keys'], 'kty')
}

/** The key set serves the cards: its own case is that it can be read. */
export const cardKeySet: Schema = {
  name: 'JWK set',
  matches: (file) => isKeySet(file),
  *cases(file): Iterable<Case> {
    yield { name: 'keys', run: (api) => void keySetTrust(api, file.text) }
  },
  expectations: [],
}

/** Names and descriptions of the readings: each must be one of ours. */
export const readingNames: Schema = {
  name: 'A2A readings',
  matches: ({ json }) =>
    isRecord(json) &&
    'served-as-is' in json &&
    Object.values(json).every((value) => typeof value === 'string'),
  *cases({ json }): Iterable<Case> {
    for (const name of Object.keys(json as Row))
      yield {
        name,
        run: (api) => {
          if (readings[name] === undefined) throw new Error(`no reading ${name}`)
          api.Card.canonicalize('{}', { reading: readings[name] })
        },
      }
  },
  expectations: [],
}

/** The specification's worked example. */
export const workedExample: Schema = {
  name: 'A2A worked example',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['input']) && typeof json['canonical'] === 'string',
  *cases({ json }): Iterable<Case> {
    const row = json as Row
    yield {
      name: 'canonical form',
      run: (api) => {
        same(
          api.Card.canonicalize(JSON.stringify(row['input'])),
          text(row, 'canonical'),
          'canonical form',
        )
      },
    }
  },
  expectations: ['canonical'],
}
