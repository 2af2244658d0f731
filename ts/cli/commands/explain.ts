/**
 * Says what something is and what it claims. Nothing is verified.
 *
 * @internal
 * @module
 */

import { Card, Did, isCountersignError, Keys } from 'countersign'
import { cureOf, isCode } from 'countersign/cures'
import type { Command, Line, Outcome } from '../command.js'
import { readText } from '../files.js'
import { jsonOf } from '../keys.js'
import { misuse } from '../misuse.js'
import { listText, table, timeText } from '../words.js'

export const commands: readonly Command[] = [
  {
    name: 'explain',
    summary: 'say what a document, DID or key is and claims, or what an error code means',
    operands: '[FILE|DID|CODE]',
    options: {},
    notes: [
      'It knows agent cards, JWS, receipts, grants, DID documents, identity files, keys, DIDs and the codes of errors. Nothing is verified: the last line names the command that does.',
    ],
    examples: [
      'countersign explain signed.json',
      'countersign explain ERR_CARD_SIGNATURE',
      'pbpaste | countersign explain',
    ],
    run: explain,
  },
]

/** What was recognised: rows to show, and the command that verifies it. */
type Found = {
  readonly kind: string
  readonly rows: readonly (readonly [string, string | undefined])[]
  readonly next?: string
}

async function explain(line: Line): Promise<Outcome> {
  const { operand } = line
  if (operand?.startsWith('ERR_')) return code(operand)
  const text = operand?.startsWith('did:') ? operand : (await readText(operand)).trim()
  const found = recognise(text)
  if (!found)
    throw misuse('this is no card, JWS, receipt, grant, DID, DID document, key or identity file')
  const { kind, rows, next } = found
  const shown = table([
    ['this is', kind],
    ...rows,
    ['verified', 'no'],
    ['verify by', next && `countersign ${next}`],
  ])
  const members = rows.filter(([, value]) => value !== undefined)
  const data = { kind, ...Object.fromEntries(members), verified: false, ...(next && { next }) }
  return { text: `${shown}\n`, data }
}

function code(name: string): Outcome {
  if (!isCode(name)) throw misuse(`there is no code ${name}`)
  const cure = cureOf(name)
  return {
    text: `${table([
      ['code', name],
      ['what to do', cure],
    ])}\n`,
    data: { code: name, cure },
  }
}

function recognise(text: string): Found | undefined {
  if (text.startsWith('did:')) return didFound(text)
  if (text.startsWith('-----BEGIN')) return pemFound(text)
  if (/^[\w-]+\.[\w-]*\.[\w-]+$/.test(text)) return jwsFound(text.split('.')[0] as string)
  const members = jsonOf(text)
  if (members) return memberFound(members, text)
  const first = jsonOf(text.split('\n')[0] as string)
  if (typeof first?.['type'] === 'string') return recordFound(first['type'], first)
  return text.startsWith('[') ? chainFound(text) : undefined
}

function didFound(text: string): Found {
  return {
    kind: 'a DID',
    rows: Object.entries(Did.inspect(text.split('#', 1)[0] as string)),
    next: 'did resolve DID',
  }
}

function pemFound(text: string): Found {
  if (text.includes('PRIVATE KEY'))
    return { kind: 'a secret key in PEM: keep it to yourself', rows: [] }
  const key = Keys.publicKeyFromPem(text)
  return { kind: 'a public key in PEM', rows: keyRows(key) }
}

function keyRows(key: Keys.PublicKey): Found['rows'] {
  return [
    ['type', key.type],
    ['thumbprint', Keys.thumbprint(key)],
  ]
}

function jwsFound(header: string): Found {
  const text = Buffer.from(header, 'base64url').toString('utf8')
  return { kind: 'a JWS', rows: scalars(jsonOf(text) ?? {}), next: 'jws verify --trust WHO FILE' }
}

function memberFound(members: Record<string, unknown>, text: string): Found | undefined {
  const type = members['type']
  if (typeof type === 'string') return recordFound(type, members)
  if ('verificationMethod' in members || 'authentication' in members)
    return { kind: 'a DID document', rows: documentRows(text) }
  if ('kty' in members) return jwkFound(members, text)
  if ('skills' in members || 'supportedInterfaces' in members) return cardFound(text)
  if ('payload' in members || 'signatures' in members)
    return { kind: 'a JWS in JSON', rows: [], next: 'jws verify --trust WHO FILE' }
  return undefined
}

function recordFound(type: string, members: Record<string, unknown>): Found | undefined {
  const rows = scalars(members).filter(([name]) => !/^(signature|nonce)$/.test(name))
  if (type === 'countersign/receipt/v1')
    return { kind: 'a receipt', rows, next: 'receipt verify --trust WHO FILE' }
  if (type === 'countersign/grant/v1')
    return { kind: 'a grant', rows, next: 'grant verify --trust WHO FILE' }
  if (type === 'countersign/identity-file/v1')
    return { kind: 'an identity file', rows: [['type', type]], next: 'identity show FILE' }
  return { kind: 'a record', rows }
}

function chainFound(text: string): Found | undefined {
  const [first] = safely(() => JSON.parse(text) as Record<string, unknown>[]) ?? []
  return first?.['type'] === 'countersign/grant/v1'
    ? { kind: 'a chain of grants', rows: [], next: 'grant verify --trust WHO FILE' }
    : undefined
}

function jwkFound(members: Record<string, unknown>, text: string): Found {
  if ('d' in members || 'priv' in members)
    return { kind: 'a secret key as a JWK: keep it to yourself', rows: [] }
  return { kind: 'a public key as a JWK', rows: keyRows(Keys.publicKeyFromJwk(text)) }
}

function cardFound(text: string): Found {
  const { version, problems, unknown } = Card.validate(text)
  const signatures = (jsonOf(text)?.['signatures'] ?? []) as readonly { protected?: string }[]
  const headers = signatures.map(({ protected: header }) =>
    jsonOf(Buffer.from(header ?? '', 'base64url').toString('utf8')),
  )
  return {
    kind: `an agent card of A2A ${version}`,
    rows: [
      ['signed by', listText(headers.map((header) => String(header?.['kid'] ?? 'an unnamed key')))],
      ['problems', listText(problems.map(({ path, code }) => `${path || '/'} ${code}`))],
      ['outside the schema', listText(unknown)],
    ],
    next: 'card verify --trust WHO FILE',
  }
}

function documentRows(text: string): Found['rows'] {
  return Did.keys(text).map(({ id, purposes, publicKey, unused }) => [
    'key',
    `${id} (${publicKey?.type ?? `not used: ${unused}`}) for ${listText(purposes)}`,
  ])
}

/** Members that fit into a line. Times of grants are in seconds, those of receipts in milliseconds. */
function scalars(members: Record<string, unknown>): (readonly [string, string])[] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (name === 'issued' && typeof value === 'number') return [[name, timeText(value) as string]]
    if (name === 'time' && typeof value === 'number')
      return [[name, timeText(value / 1000) as string]]
    if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
    if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
      return [[name, listText(value)]]
    return []
  })
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isCountersignError(error)) throw error
    return undefined
  }
}
