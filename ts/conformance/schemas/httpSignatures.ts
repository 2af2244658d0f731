/**
 * The examples of RFC 9421: base lines of components, and whole signatures.
 *
 * | Member | Is |
 * | --- | --- |
 * | `message`, `request` | a message, and for a response the request it answers |
 * | `expected_lines` | lines of the base |
 * | `signature_base`, `signature_input_member`, `signature_b64` | of the signature |
 *
 * A signature with `expect: invalid` is one whose message was changed: its base must differ.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, Mismatch, Skip, same } from '../case.js'
import { type PlainMessage, type PlainRequest, refusal } from '../httpMessage.js'
import { has, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import { hmacVerify, importJwk, importJwkSigner } from '../subject.js'
import type { Row } from './wycheproof.js'

export const httpComponents: Schema = {
  name: 'RFC 9421 components',
  matches: ({ json }) => isTable(json, 'message', 'expected_lines'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[]) yield { name: text(row, 'id'), run: (api) => lines(api, row) }
  },
  expectations: ['expected_lines'],
}

export const httpExamples: Schema = {
  name: 'RFC 9421 examples',
  matches: ({ json }) => isRecord(json) && isTable(json['cases'], 'signature_base', 'message'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'cases'))
      yield { name: text(row, 'id'), run: (api) => example(api, row, json as Row) }
  },
  expectations: [
    'expect',
    'signature_base',
    'signature_b64',
    'signature_input_member',
    'signature_verifies_over_base',
  ],
}

function lines(api: Api, row: Row): void {
  const want = row['expected_lines'] as string[]
  if (want.length === 0) throw new Mismatch('no line is expected')
  const names = want.map((line) => line.slice(0, line.indexOf(': ')))
  const message = { scheme: noted(row), ...object(row, 'message') }
  const base = api.HttpSig.base(plain(message), `(${names.join(' ')})`)
  same(base.split('\n').slice(0, -1), want, 'lines')
}

/** What the note of a row says of the connection. */
function noted(row: Row): string {
  return /\bover (https?)\b/i.exec(String(row['note'] ?? ''))?.[1]?.toLowerCase() ?? 'https'
}

/** A message of the vectors. Signatures that it has are those of the case itself. */
function plain(message: Row, request?: Row): PlainMessage {
  const all = message['headers'] as [string, string][]
  const headers = all.filter(([name]) => !/^signature(-input)?$/i.test(name))
  const body = typeof message['body'] === 'string' ? { body: message['body'] } : {}
  if (message['type'] === 'response') {
    const related = request && { request: plain(request) as PlainRequest }
    return { kind: 'response', status: Number(message['status']), headers, ...body, ...related }
  }
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  return {
    kind: 'request',
    method: text(message, 'method'),
    ...reached(message, host),
    headers,
    ...body,
  }
}

/** Where a request goes, and the text of its request line where that is not path and query. */
function reached(message: Row, host: string): { url: string; target?: string } {
  const target = text(message, 'target')
  const scheme = has(message, 'scheme') ? text(message, 'scheme') : 'https'
  if (/^([/?]|$)/.test(target)) return { url: `${scheme}://${host}${target}` }
  if (/^https?:/i.test(target)) return { url: target, target }
  return { url: `${scheme}://${target === '*' ? host : target}`, target }
}

async function example(api: Api, row: Row, root: Row): Promise<void> {
  const request = isRecord(row['request']) ? row['request'] : undefined
  const scheme = noted(row)
  const message = plain({ scheme, ...object(row, 'message') }, request && { scheme, ...request })
  const [label, input] = [text(row, 'label'), text(row, 'signature_input_member')]
  const valid = text(row, 'expect') === 'valid'
  const base = api.HttpSig.base(message, input)
  if (valid) same(base, row['signature_base'], 'base')
  else if (base === row['signature_base']) throw new Mismatch('the changed message has one base')
  const signed = {
    ...message,
    headers: [
      ...message.headers,
      ['Signature-Input', `${label}=${input}`],
      ['Signature', `${label}=:${text(row, 'signature_b64')}:`],
    ] as [string, string][],
  }
  if (has(row, 'signature_verifies_over_base')) verifiesBase(api, row, root)
  const trust = trusted(api, row, root)
  const options = { required: [], allowUncoveredBody: true, maxAge: Number.MAX_SAFE_INTEGER }
  const code = await refusal(() => api.HttpSig.verify(signed, trust, options))
  if (text(row, 'alg').startsWith('rsa')) {
    judge(code === undefined, 'reject', 'an algorithm that is not offered')
    throw new Skip('algorithm not offered')
  }
  judge(code === undefined, valid ? 'accept' : 'reject')
  if (valid) await signsAgain(api, row, root, message)
}

/** Whether the signature is over the base that the example prints. */
function verifiesBase(api: Api, row: Row, root: Row): void {
  const alg = text(row, 'alg')
  if (alg.startsWith('rsa')) return
  const message = utf8(text(row, 'signature_base'))
  const signature = api.Encoding.base64.decode(text(row, 'signature_b64'))
  const trust = trusted(api, row, root)
  const isValid =
    'secret' in trust
      ? hmacVerify(api, trust.secret, message, signature)
      : api.Keys.verify({ publicKey: trust.key, message, signature, highS: 'accept' })
  same(isValid, row['signature_verifies_over_base'], 'signature over the base')
}

function trusted(api: Api, row: Row, root: Row) {
  const alg = text(row, 'alg')
  if (alg === 'hmac-sha256') return { secret: secret(api, root) }
  const name = alg.startsWith('rsa') ? 'test-key-ed25519' : text(row, 'keyid')
  const { d: _, ...jwk } = object(object(root, 'keys_jwk'), name)
  return { key: importJwk(api, jwk) }
}

function secret(api: Api, root: Row): Uint8Array {
  return api.Encoding.base64.decode(text(root, 'shared_secret_b64'))
}

/** Signs the same list; a deterministic signature must be the one of the example. */
async function signsAgain(api: Api, row: Row, root: Row, message: PlainMessage): Promise<void> {
  const [label, input] = [text(row, 'label'), text(row, 'signature_input_member')]
  const [entry] = api.StructuredFields.parse(`x=${input}`, 'dictionary')
  const member = entry?.[1] as Extract<NonNullable<typeof entry>[1], { items: unknown }>
  const values = Object.fromEntries(member.parameters?.map(([n, { value }]) => [n, value]) ?? [])
  const options = {
    label,
    components: member.items.map((item) => api.StructuredFields.serialize(item, 'item')),
    created: new Date(Number(values['created']) * 1000),
    keyid: String(values['keyid']),
    nonce: false as const,
  }
  const alg = text(row, 'alg')
  const jwk = () => object(object(root, 'keys_jwk'), text(row, 'keyid'))
  const made =
    alg === 'hmac-sha256'
      ? api.HttpSig.sign(message, { secret: secret(api, root) }, options)
      : importJwkSigner(api, jwk(), (signer) => api.HttpSig.sign(message, signer, options))
  const field = (name: string) => made.headers.find(([own]) => own === name)?.[1]
  same(field('Signature-Input'), `${label}=${input}`, 'input')
  if (alg !== 'ecdsa-p256-sha256')
    same(field('Signature'), `${label}=:${text(row, 'signature_b64')}:`, 'signature')
}
