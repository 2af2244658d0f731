/**
 * JOSE examples: the cookbook (RFC 7520, 8037, 7797), JWKs, thumbprints (RFC 7638), DPoP proofs (RFC 9449).
 *
 * @module
 */

import {
  type Api,
  attempt,
  type Case,
  gives,
  isRecord,
  judge,
  Mismatch,
  Skip,
  same,
} from '../case.js'
import { jwsSign, jwsSignHmac, jwsVerify, jwsVerifyHmac } from '../documents.js'
import { applied } from '../rules.js'
import { has, hex, isTable, jwsText, object, parsed, type Schema, text, utf8 } from '../schema.js'
import { hmac, importJwk, thumbprint } from '../subject.js'
import type { Row } from './wycheproof.js'

export const cookbook: Schema = {
  name: 'JOSE cookbook',
  matches: ({ json }) => isRecord(json) && 'title' in json && isRecord(json['input']),
  *cases({ json }): Iterable<Case> {
    const row = json as Row
    const signing = isRecord(row['signing'])
    const forms = signing ? Object.entries(object(row, 'output')) : [['other', '']]
    for (const [form, output] of forms)
      yield { name: `verify ${String(form)}`, run: (api) => verifies(api, row, output) }
    if (signing) yield { name: 'sign', run: (api) => signs(api, row) }
  },
  expectations: ['payload', 'compact', 'sig', 'sig-input'],
}

type Key = 'own' | 'symmetric'

/** How the example is keyed. The algorithms that are not offered are refused by name. */
function keyed(api: Api, row: Row): Key {
  const { alg } = object(row, 'input')
  if (['EdDSA', 'ES256', 'ES256K'].includes(String(alg))) return 'own'
  if (['HS256', 'HS384', 'HS512'].includes(String(alg))) return 'symmetric'
  refusesOther(api, row)
  throw new Skip('algorithm not offered')
}

/** Encryption, several signers, and algorithms that are not offered: what is compact is refused by its code. */
function refusesOther(api: Api, row: Row): void {
  const output = isRecord(row['output']) ? row['output']['compact'] : undefined
  if (typeof output !== 'string' || !isRecord(object(row, 'input')['key'])) return
  const isValid = gives(() => jwsVerify(api, output, publicPart(row)))
  judge(isValid, 'reject', 'algorithm not offered')
}

function publicPart(row: Row): Row {
  const { d: _, ...key } = object(object(row, 'input'), 'key')
  return key
}

function verifies(api: Api, row: Row, output: unknown): void {
  const kind = keyed(api, row)
  const jws = jwsText(output)
  const payload = utf8(text(object(row, 'input'), 'payload'))
  const detached = isDetached(output) ? payload : undefined
  const outcome = attempt(() =>
    kind === 'symmetric'
      ? jwsVerifyHmac(api, jws, object(object(row, 'input'), 'key'), detached)
      : jwsVerify(api, jws, publicPart(row), detached),
  )
  judge(
    'value' in outcome,
    isUnlisted(row) ? 'reject' : 'accept',
    isUnlisted(row) ? 'crit lists b64' : '',
  )
  if ('value' in outcome) same(outcome.value, payload, 'payload')
}

/** Rule "crit lists b64": the cookbook's header says `b64` and forgot `crit`. */
function isUnlisted(row: Row): boolean {
  const encoded = object(row, 'signing')['protected_b64u']
  if (typeof encoded !== 'string') return false
  const header = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Row
  const unlisted = 'b64' in header && !('crit' in header)
  if (unlisted) applied.add('crit lists b64')
  return unlisted
}

function isDetached(output: unknown): boolean {
  if (typeof output === 'string') return output.split('.')[1] === ''
  return isRecord(output) && !('payload' in output)
}

/** A signature that is reproducible comes out again, from our own serialization of the same header. */
function signs(api: Api, row: Row): void {
  const kind = keyed(api, row)
  const { payload, key } = object(row, 'input')
  const signing = object(row, 'signing')
  if (!isRecord(key)) throw new Error('the example has no key')
  if (key['alg'] === 'HS256') sameTag(api, key, signing)
  const input = `${String(signing['protected_b64u'] ?? '')}.${encodedPayload(api, signing, String(payload))}`
  if (has(signing, 'sig-input')) same(input, signing['sig-input'], 'signing input')
  if (!isRecord(signing['protected'])) return
  const args = [signing['protected'], utf8(String(payload))] as const
  const made =
    kind === 'symmetric'
      ? flat(jwsSignHmac(api, key, ...args))
      : compact(jwsSign(api, key, ...args))
  if (made['protected'] === signing['protected_b64u'])
    same(made['signature'], signing['sig'], 'signature')
  else verifies(api, { ...row, signing: { ...signing, protected_b64u: made['protected'] } }, made)
}

/** The payload as it is signed: as it is where the header says `b64: false`. */
function encodedPayload(api: Api, { protected: header }: Row, payload: string): string {
  const plain = isRecord(header) && header['b64'] === false
  return plain ? payload : api.Encoding.base64url.encode(utf8(payload))
}

/** HMAC over the signing input as the example prints it. */
function sameTag(api: Api, key: Row, signing: Row): void {
  const tag = hmac(
    api,
    api.Encoding.base64url.decode(text(key, 'k')),
    utf8(text(signing, 'sig-input')),
  )
  same(api.Encoding.base64url.encode(tag), signing['sig'], 'tag of the printed input')
}

function flat(json: string): Row {
  return JSON.parse(json) as Row
}

function compact(jws: string): Row {
  const [header, payload, signature] = jws.split('.')
  return { protected: header, payload, signature }
}

export const jwk: Schema = {
  name: 'JWK',
  matches: ({ json }) => isRecord(json) && typeof json['kty'] === 'string',
  *cases({ json }): Iterable<Case> {
    yield {
      name: String((json as Row)['kid'] ?? 'key'),
      run: (api) => importsJwk(api, json as Row),
    }
  },
  expectations: ['x', 'y'],
}

function importsJwk(api: Api, key: Row): void {
  const { d: _, ...open } = key
  const outcome = attempt(() => importJwk(api, open))
  const ours = ['Ed25519', 'X25519', 'P-256', 'secp256k1'].includes(String(key['crv']))
  judge('value' in outcome, ours ? 'accept' : 'reject')
  if (!('value' in outcome)) throw new Skip('key type not offered')
  const made = api.Keys.toJwk(outcome.value) as Row
  for (const name of ['kty', 'crv', 'x', 'y']) same(made[name], key[name], name)
}

export const thumbprints: Schema = {
  name: 'JWK thumbprint',
  matches: ({ json }) => isTable(json, 'jwk', 'thumbprint'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[])
      yield { name: String(row['name']), run: (api) => thumbprintRow(api, row) }
  },
  expectations: ['thumbprint', 'sha256'],
}

function thumbprintRow(api: Api, row: Row): void {
  const key = isRecord(row['jwk']) ? row['jwk'] : text(row, 'jwk')
  const members = typeof key === 'string' ? parsed(key) : key
  const outcome = attempt(() => thumbprint(api, key))
  if (!('value' in outcome) && members?.['kty'] === 'RSA') throw new Skip('key type not offered')
  if (!('value' in outcome)) throw new Mismatch(`refused: ${outcome.refused}`)
  same(outcome.value, text(row, 'thumbprint'), 'thumbprint')
  same(api.Encoding.base64url.decode(outcome.value), hex(row['sha256']), 'SHA-256')
}

export const dpop: Schema = {
  name: 'DPoP proof',
  matches: ({ json }) => isTable(json, 'dpop', 'header', 'claims'),
  *cases({ json }): Iterable<Case> {
    for (const [index, row] of (json as Row[]).entries())
      yield { name: String(index), run: (api) => dpopRow(api, row) }
  },
  expectations: ['jkt', 'signature_valid', 'jti'],
}

/** The key is in the header, so that it is named as trusted here, and its thumbprint is compared. */
function dpopRow(api: Api, row: Row): void {
  const key = object(object(row, 'header'), 'jwk')
  same(thumbprint(api, key), text(row, 'jkt'), 'jkt')
  const outcome = attempt(() => jwsVerify(api, jwsText(row['dpop']), key))
  judge('value' in outcome, row['signature_valid'] === false ? 'reject' : 'accept')
  if ('value' in outcome)
    same(JSON.parse(new TextDecoder().decode(outcome.value)), row['claims'], 'claims')
}
