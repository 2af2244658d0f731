/**
 * SAGE: HTTP message signatures, file `rfc9421`.
 *
 * `sign` and `verify` rows do not repeat the headers and the body: those are of the rows that do, the
 * key is that of `keys`, and the time is that of the first `verify` row.
 *
 * @module
 */

import { type Api, attempt, isRecord, judge, Skip, same } from '../case.js'
import { type PlainRequest, refusal } from '../httpMessage.js'
import { findExpected, type Rule } from '../rules.js'
import { has, hex, list, object, type Schema, text, toHex, utf8 } from '../schema.js'
import { withSecret } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageHttp: Schema = sage(
  'HTTP signatures',
  {
    signature_base: makesBase,
    sign: signs,
    keys: () => undefined,
    verify: verifies,
    parse_signature_input: parses,
    parse_signature: parses,
    content_digest: digests,
  },
  ['base', 'signature', 'signature_input', 'accept', 'header', 'result'],
)

function plain(row: Row, headers: PlainRequest['headers'], body = ''): PlainRequest {
  const [method, url] = [text(row, 'method'), text(row, 'url')]
  return { kind: 'request', method, url, headers, ...(body !== '' && { body }) }
}

/** List and parameters, without the label. */
function member(field: string): string {
  return field.slice(field.indexOf('=') + 1)
}

function makesBase(api: Api, row: Row): void {
  const message = plain(row, (row['headers'] ?? []) as [string, string][])
  const input = member(text(row, 'signature_input'))
  const quoted = /["\\]/.test(text(row, 'keyid'))
  const { verdict, why } = findExpected(row, row['error'] === null, [
    quoted && 'SAGE parameters as written',
    /%0[0-9a-d]/i.test(text(row, 'url')) && 'no decoded control characters',
    repeats(row) && 'a query parameter once',
    /"[A-Z]/.test(input) && 'component names in lower case',
  ])
  // A quote in a value is refused where parameters are made, and read as the end of it here.
  const made = quoted
    ? withKey(api, (signer) => attempt(() => signed(api, row, signer, message)))
    : attempt(() => api.Sage.HttpSig.base(message, input))
  judge('value' in made, verdict, why)
  if ('value' in made && !quoted) same(made.value, row['base'], 'base')
}

function signed(api: Api, row: Row, signer: Signer, message: PlainRequest): unknown {
  const created = new Date(Number(row['created']) * 1000)
  return api.Sage.HttpSig.sign(message, signer, {
    created,
    keyid: text(row, 'keyid'),
    components: ['@method'],
  })
}

type Signer = ReturnType<typeof import('countersign').Keys.generate<'Ed25519'>>

function withKey<T>(api: Api, use: (signer: Signer) => T): T {
  return withSecret(api, 'Ed25519', new Uint8Array(32).fill(1), use)
}

/** Whether a parameter that is covered comes twice. */
function repeats(row: Row): boolean {
  const names = [...text(row, 'signature_input').matchAll(/"@query-param";name="([^"]*)"/g)]
  const query = new URL(text(row, 'url')).searchParams
  return names.some(([, name]) => query.getAll(name ?? '').length > 1)
}

async function signs(api: Api, row: Row, root: Row): Promise<void> {
  const message = plain(row, [['Content-Digest', text(row, 'content_digest')]], text(row, 'body'))
  const input = text(row, 'signature_input')
  same(api.Sage.HttpSig.base(message, member(input)), row['base'], 'base')
  if (text(row, 'alg').startsWith('rsa') || text(row, 'name').startsWith('BUG: RSA'))
    throw new Skip('algorithm not offered')
  const kind = keyKind(text(row, 'name'))
  const keys = list(root, 'cases').find((row) => row['op'] === 'keys') ?? {}
  const values = new Map([...input.matchAll(/;(\w+)="?([^";]*)"?/g)].map(([, n, v]) => [n, v]))
  await withSecret(api, kind.type, hex(keys[kind.member]), async (signer) => {
    const made = api.Sage.HttpSig.sign(message, signer, {
      keyid: values.get('keyid') ?? '',
      nonce: values.get('nonce') ?? false,
      created: false,
      expires: new Date(Number(values.get('expires')) * 1000),
      includeAlgorithm: values.has('alg'),
    })
    const field = (name: string) => made.headers.find(([own]) => own === name)?.[1]
    same(field('Signature-Input'), input, 'input')
    if (row['deterministic'] === true) same(field('Signature'), row['signature'], 'signature')
    const theirs: PlainRequest = { ...message, headers: [...message.headers, ...fields(row)] }
    // Without `created` they hold until 2100.
    const life = { allowMissingCreated: true, maxLifetime: Number.MAX_SAFE_INTEGER }
    const trust = { key: signer.publicKey }
    const code = await refusal(() => api.Sage.HttpSig.verify(theirs, trust, life))
    const standard = row['verify_error'] !== null && values.get('alg') === 'ecdsa-p256-sha256'
    const { verdict, why } = findExpected(row, row['verify_error'] === null || standard)
    judge(code === undefined, verdict, standard ? 'ecdsa-p256-sha256 accepted' : why)
  })
}

function keyKind(name: string) {
  if (name.includes('P-256')) return { type: 'P-256', member: 'p256_private' } as const
  if (name.includes('secp256k1')) return { type: 'secp256k1', member: 'secp256k1_private' } as const
  return { type: 'Ed25519', member: 'ed25519_seed' } as const
}

function fields(row: Row): [string, string][] {
  const pairs = [
    ['Signature-Input', row['signature_input']],
    ['Signature', row['signature']],
  ]
  return pairs.filter((pair): pair is [string, string] => pair[1] !== '' && pair[1] !== undefined)
}

async function verifies(api: Api, row: Row, root: Row): Promise<void> {
  const rows = list(root, 'cases')
  const keys = rows.find((row) => row['op'] === 'keys') ?? {}
  const whole = rows.find((row) => row['op'] === 'sign') ?? {}
  const input = text(row, 'signature_input')
  const seconds = (field: string) => Number(/;created=(\d+)/.exec(field)?.[1])
  const now = seconds(text(rows.find((row) => row['op'] === 'verify') ?? {}, 'signature_input'))
  const changed = /body changed/.test(text(row, 'name'))
  const body = text(whole, 'body') + (changed ? ' ' : '')
  const headers: PlainRequest['headers'] = [
    ['Content-Digest', text(whole, 'content_digest')],
    ...fields(row),
  ]
  const key = api.Keys.publicKey({ type: 'Ed25519', bytes: hex(keys['ed25519_public']) })
  const message = plain(row, headers, body)
  const options = { now: new Date(now * 1000) }
  const code = await refusal(() => api.Sage.HttpSig.verify(message, { key }, options))
  const rules: (Rule | false)[] = [
    seconds(input) > now + 60 && 'created in time',
    !/"@path".*"content-digest"/.test(input) && 'enough covered',
    /;tag=/.test(input) && 'SAGE parameters as written',
  ]
  const { verdict, why } = findExpected(row, row['accept'] === true, rules)
  judge(code === undefined, verdict, why)
}

/** Ours reads such fields with the parser of Structured Fields only. */
function parses(api: Api, row: Row): void {
  const [input, signatures] = [text(row, 'input'), row['op'] === 'parse_signature']
  const read = attempt(() => api.StructuredFields.parse(input, 'dictionary') as readonly Entry[])
  const found = 'value' in read && wellFormed(read.value, signatures)
  const accepted = (row['error'] === null && !has(row, 'panic')) || input.includes('"a)b"')
  const { verdict, why } = findExpected(row, accepted, [
    /keyid=[a-z]/.test(input) && 'parameters of their type',
  ])
  // RFC 9651 lets a reader take base64 without its padding.
  judge(found, /:AAECAw:/.test(input) ? 'either' : verdict, why)
  const result = row['result']
  if (!('value' in read) || !found || !isRecord(result)) return
  for (const [label, member] of read.value) {
    const want = result[label]
    if (want === undefined) continue
    if (signatures) same(toHex(member.bare?.value as Uint8Array), want, label)
    else {
      same(componentsOf(api, member), object(result, label)['CoveredComponents'], label)
      sameParameters(member, object(result, label), label)
    }
  }
}

/** SAGE's names of parameters, and what it has for one that is not there. */
const parameterNames = [
  ['KeyID', 'keyid', ''],
  ['Algorithm', 'alg', ''],
  ['Created', 'created', 0],
  ['Expires', 'expires', 0],
  ['Nonce', 'nonce', ''],
] as const

/** Rule: SAGE cuts quoted text at a semicolon, which ours reads whole. */
function sameParameters(member: Member, result: Row, label: string): void {
  const values = new Map(member.parameters.map(([name, { value }]) => [name, value]))
  for (const [theirs, name, absent] of parameterNames) {
    const ours = values.get(name) ?? absent
    const cut = typeof ours === 'string' && ours.includes(';') ? `"${ours.split(';')[0]}` : ours
    same(cut, result[theirs], `${label} ${name}`)
  }
}

type Value = { readonly type: string; readonly value: unknown }
type Member = {
  readonly items?: readonly unknown[]
  readonly bare?: Value
  readonly parameters: readonly (readonly [string, Value])[]
}
type Entry = readonly [string, Member]

function componentsOf(api: Api, member: Member): string[] {
  return (member.items ?? []).map((item) => api.StructuredFields.serialize(item as never, 'item'))
}

function wellFormed(entries: readonly Entry[], signatures: boolean): boolean {
  const text = (name: string) => !['created', 'expires'].includes(name)
  return entries.every(([, value]) =>
    signatures
      ? value.bare?.type === 'binary'
      : value.items !== undefined &&
        value.parameters.every(([name, { type }]) => type === (text(name) ? 'string' : 'integer')),
  )
}

function digests(api: Api, row: Row): void {
  const body = hex(row['body'])
  same(api.HttpSig.contentDigest(body), row['header'], 'field')
  api.HttpSig.verifyContentDigest(text(row, 'header'), body)
  const other = attempt(() => api.HttpSig.verifyContentDigest(text(row, 'header'), utf8('other')))
  judge('value' in other, 'reject')
}
