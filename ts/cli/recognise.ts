/**
 * Says what a text is and what it claims, in a terminal and in a page.
 *
 * @internal
 * @module
 */

import { Card, Did, Encoding, isCountersignError, Keys } from 'countersign'
import type { HttpSig } from 'countersign/http'
import { hasFirstLine, isSignedHttp, messageIn } from './httpText.js'
import { jsonOf } from './jsonText.js'
import { listText, timeText } from './words.js'

/** Names and values to show. */
export type Rows = readonly (readonly [name: string, value: string | undefined])[]

/** What can be verified. */
export type Form = 'card' | 'jws' | 'receipt' | 'grant' | 'http'

/** What was recognised: rows to show, and the command that verifies it. */
export type Found = {
  readonly kind: string
  /** Missing where there is nothing to verify. */
  readonly form?: Form
  readonly rows: Rows
  readonly next?: string
}

/** Says what a text is and what it claims. Nothing is verified. */
export async function recognise(text: string): Promise<Found | undefined> {
  return isSignedHttp(text) ? httpFound(text) : documentFound(text)
}

/** Its part of the engine is loaded when there is such a message. */
async function httpFound(text: string): Promise<Found> {
  const { HttpSig } = await import('countersign/http')
  const message = messageIn(text)
  const claims = HttpSig.list(message)
  const head = hasFirstLine(text) ? firstRows(message) : []
  return {
    kind: `a signed HTTP ${message.kind}`,
    form: 'http',
    rows: [...head, ...claims.flatMap(claimRows)],
    next: 'http verify --trust WHO --url URL --fields FILE BODY',
  }
}

function firstRows(message: HttpSig.PlainMessage): Rows {
  if (message.kind === 'response') return [['status', String(message.status)]]
  return [
    ['method', message.method],
    ['url', message.url],
  ]
}

/** What a signature says of itself, under its label. */
function claimRows({ label, components, created, expires, ...rest }: HttpSig.Claims): Rows {
  const others = scalars(rest).map(([name, value]) => [`${label} ${name}`, value] as const)
  return [
    [`${label} covers`, listText(components)],
    [`${label} created`, timeText(created)],
    [`${label} expires`, timeText(expires)],
    ...others,
  ]
}

function documentFound(text: string): Found | undefined {
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

function keyRows(key: Keys.PublicKey): Rows {
  return [
    ['type', key.type],
    ['thumbprint', Keys.thumbprint(key)],
  ]
}

function jwsFound(header: string): Found {
  return {
    kind: 'a JWS',
    rows: scalars(headerIn(header)),
    form: 'jws',
    next: 'jws verify --trust WHO FILE',
  }
}

/** The members of a protected header; none where it is no JSON in base64url. */
function headerIn(text: string): Record<string, unknown> {
  try {
    return jsonOf(new TextDecoder().decode(Encoding.base64url.decode(text))) ?? {}
  } catch {
    return {}
  }
}

function memberFound(members: Record<string, unknown>, text: string): Found | undefined {
  const type = members['type']
  if (typeof type === 'string') return recordFound(type, members)
  if ('verificationMethod' in members || 'authentication' in members)
    return { kind: 'a DID document', rows: documentRows(text) }
  if ('kty' in members) return jwkFound(members, text)
  if ('skills' in members || 'supportedInterfaces' in members) return cardFound(text)
  if ('payload' in members || 'signatures' in members)
    return { kind: 'a JWS in JSON', rows: [], form: 'jws', next: 'jws verify --trust WHO FILE' }
  return undefined
}

function recordFound(type: string, members: Record<string, unknown>): Found | undefined {
  const rows = scalars(members).filter(([name]) => !/^(signature|nonce)$/.test(name))
  if (type === 'countersign/receipt/v1')
    return { kind: 'a receipt', rows, form: 'receipt', next: 'receipt verify --trust WHO FILE' }
  if (type === 'countersign/grant/v1')
    return { kind: 'a grant', rows, form: 'grant', next: 'grant verify --trust WHO FILE' }
  if (type === 'countersign/identity-file/v1')
    return { kind: 'an identity file', rows: [['type', type]], next: 'identity show FILE' }
  return { kind: 'a record', rows }
}

function chainFound(text: string): Found | undefined {
  const [first] = safely(() => JSON.parse(text) as Record<string, unknown>[]) ?? []
  return first?.['type'] === 'countersign/grant/v1'
    ? { kind: 'a chain of grants', rows: [], form: 'grant', next: 'grant verify --trust WHO FILE' }
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
  const headers = signatures.map(({ protected: header }) => headerIn(header ?? ''))
  return {
    kind: `an agent card of A2A ${version}`,
    rows: [
      ['signed by', listText(headers.map((header) => String(header['kid'] ?? 'an unnamed key')))],
      ['problems', listText(problems.map(({ path, code }) => `${path || '/'} ${code}`))],
      ['outside the schema', listText(unknown)],
    ],
    form: 'card',
    next: 'card verify --trust WHO FILE',
  }
}

function documentRows(text: string): Rows {
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
