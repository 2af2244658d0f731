/**
 * SAGE: JWK and PEM, file `jwk_pem`.
 *
 * Rule "JWK consistent": SAGE drops leading zeros, does not check `x` against
 * `d`, and ignores the case of member names. Such a JWK is refused by the strict
 * import; SAGE's own import still reads a key whose zeros were dropped.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { type Api, attempt, gives, judge, Mismatch, same } from '../case.js'
import { isOnCurve } from '../curve.js'
import { findExpected } from '../rules.js'
import { has, hex, object, parsed, type Schema, text, toHex } from '../schema.js'
import {
  closing,
  importJwk,
  importJwkSecret,
  importPem,
  importPemSecret,
  keyId,
  thumbprint,
  withSecret,
} from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

const types = {
  Ed25519: 'Ed25519',
  Secp256k1: 'secp256k1',
  P256: 'P-256',
  X25519: 'X25519',
} as const

type Key = { readonly type: string; readonly bytes: Uint8Array }

export const sageJwk: Schema = sage(
  'JWK and PEM',
  { export: exports, import: imports, thumbprint: refusesThumbprint },
  [
    'public',
    'key_id',
    'thumbprint',
    'jwk_public',
    'accept',
    'jwk_reimport_public',
    'jwk_reimport_id',
    'pem_reimport_public',
    'pem_reimport_id',
  ],
)

function exports(api: Api, row: Row): void {
  const type = types[text(row, 'type') as keyof typeof types]
  const key = withSecret(api, type, hex(row['private']), (local) => local.publicKey)
  same(whole(api, key), row['public'], 'public key')
  same(keyId(api, key), row['key_id'], 'key id')
  publicJwk(api, row, key)
  same(api.Sage.Keys.publicKeyFromJwk(text(row, 'jwk_public')), key, 'key of SAGE’s JWK')
  secretJwk(api, row, key)
  if (row['pem_public'] !== '') pem(api, row, key)
  for (const form of ['jwk', 'pem']) {
    const [key, id] = [row[`${form}_reimport_public`], row[`${form}_reimport_id`]]
    if (has(row, `${form}_reimport_public`)) same(key, row['public'], `public key by ${form}`)
    if (has(row, `${form}_reimport_id`)) same(id, row['key_id'], `key id by ${form}`)
  }
}

/** Uncompressed where SAGE prints it so. */
function whole(api: Api, key: Key): string {
  return toHex(key.bytes.length === 33 ? api.Keys.toUncompressed(key as never) : key.bytes)
}

/** Our JWK has the same numbers in full width, and the thumbprint of that. */
function publicJwk(api: Api, row: Row, key: Key): void {
  const ours = api.Keys.toJwk(key as never) as Row
  const theirs = object({ jwk: parsed(text(row, 'jwk_public')) }, 'jwk')
  for (const name of ['kty', 'crv']) same(ours[name], theirs[name], name)
  if (has(theirs, 'kid')) same(theirs['kid'], row['key_id'], 'kid')
  if (!fitsItsUse(theirs)) throw new Mismatch('alg and use are not those of the key')
  for (const name of ['x', 'y'].filter((member) => member in theirs))
    same(String(number(ours[name])), String(number(theirs[name])), name)
  const expectedPrint = isFullWidth(theirs) ? row['thumbprint'] : printOf(ours)
  same(thumbprint(api, ours), expectedPrint, 'thumbprint')
  const strict = attempt(() => importJwk(api, theirs))
  judge('value' in strict, isFullWidth(theirs) ? 'accept' : 'reject', 'JWK consistent')
}

function secretJwk(api: Api, row: Row, key: Key): void {
  const jwk = object({ jwk: parsed(text(row, 'jwk_private')) }, 'jwk')
  const outcome = attempt(() => importJwkSecret(api, jwk, (local) => local.publicKey))
  judge('value' in outcome, isFullWidth(jwk) ? 'accept' : 'reject', 'JWK consistent')
  if ('value' in outcome) same(outcome.value, key, 'key of the private JWK')
}

function pem(api: Api, row: Row, key: Key): void {
  const [open, secret] = [text(row, 'pem_public'), text(row, 'pem_private')]
  if (open.includes('Curve:')) {
    same(api.Sage.Keys.publicKeyFromPem(open), key, 'key of SAGE’s PEM')
    same(
      closing(api.Sage.Keys.signerFromPem(secret), (local) => local.publicKey),
      key,
      'key of SAGE’s private PEM',
    )
    return
  }
  same(importPem(api, open), key, 'key of the PEM')
  same(
    importPemSecret(api, secret, (local) => local.publicKey),
    key,
    'key of the private PEM',
  )
  same(api.Keys.toPem(key as never).trim(), open.trim(), 'PEM')
}

function imports(api: Api, row: Row): void {
  const wire = text(row, 'jwk')
  const open = row['public_only'] === true
  const outcome = attempt(() =>
    open ? importJwk(api, wire) : importJwkSecret(api, wire, (local) => local.publicKey),
  )
  const accepted = row['accept'] === true
  const jwk = parsed(wire)
  const consistent = jwk !== undefined && isConsistent(api, jwk)
  const { verdict, why } = findExpected(row, accepted, [!consistent && 'JWK consistent'])
  judge('value' in outcome, verdict, why)
  if ('value' in outcome && typeof row['public'] === 'string')
    same(whole(api, outcome.value), row['public'], 'public key')
}

/** Every RSA key has this thumbprint in SAGE. Ours refuses the type, or gives the true one. */
function refusesThumbprint(api: Api, row: Row): void {
  const outcome = attempt(() => thumbprint(api, text(row, 'jwk')))
  if ('value' in outcome && outcome.value === row['thumbprint'])
    throw new Mismatch('a thumbprint that leaves out n and e')
}

function isFullWidth(jwk: Row): boolean {
  return ['x', 'y', 'd'].every(
    (name) => !(name in jwk) || Buffer.from(String(jwk[name]), 'base64url').length === 32,
  )
}

/** Member names as registered, 32 bytes each, on the curve, and `x` and `y` of the key that `d` makes. */
function isConsistent(api: Api, jwk: Row): boolean {
  if (typeof jwk['kty'] !== 'string' || typeof jwk['x'] !== 'string') return false
  if (!isFullWidth(jwk) || !fitsItsUse(jwk)) return false
  if (jwk['kty'] === 'EC' && !isOnCurve(String(jwk['crv']), number(jwk['x']), number(jwk['y'])))
    return false
  if (jwk['d'] === undefined) return true
  const made = attempt(() =>
    withSecret(
      api,
      String(jwk['crv']) as 'Ed25519',
      Buffer.from(String(jwk['d']), 'base64url'),
      (local) => local.publicKey,
    ),
  )
  return (
    'value' in made &&
    (api.Keys.toJwk(made.value) as Row)['x'] === jwk['x'] &&
    gives(() => importJwk(api, publicOf(jwk)))
  )
}

/** `alg` and `use`, where a JWK has them, are those of its key. */
function fitsItsUse({ crv, alg, use }: Row): boolean {
  const agreement = crv === 'X25519'
  const names: Readonly<Record<string, RegExp>> = {
    Ed25519: /^(EdDSA|Ed25519)$/,
    secp256k1: /^ES256K$/,
    'P-256': /^ES256$/,
    X25519: /^ECDH-ES(\+A(128|192|256)KW)?$/,
  }
  const algFits = alg === undefined || names[String(crv)]?.test(String(alg)) === true
  return algFits && (use === undefined || use === (agreement ? 'enc' : 'sig'))
}

function publicOf(jwk: Row): Row {
  const { d: _, ...open } = jwk
  return open
}

function number(value: unknown): bigint {
  return BigInt(`0x${Buffer.from(String(value), 'base64url').toString('hex') || '0'}`)
}

/** RFC 7638 over the members of an EC or OKP key. */
function printOf(jwk: Row): string {
  const members = ['crv', 'kty', 'x', 'y']
    .filter((name) => name in jwk)
    .map((name) => [name, jwk[name]])
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url')
}
