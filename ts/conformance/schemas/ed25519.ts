/**
 * Ed25519: Wycheproof, ed25519-speccheck, CCTV edge points, and the `sign.input` lines.
 *
 * One criterion decides all of them: canonical A and R, S below the order, no
 * small-order A or R, no cofactor (README.md, rules).
 *
 * @module
 */

import { type Api, accepts, type Case, gives, judge, Skip, same } from '../case.js'
import { has, hex, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import { importJwk, importPem } from '../subject.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

type Claim = { key: Uint8Array; message: Uint8Array; signature: Uint8Array }

/** Whether ours accepts; a key that is refused on import is a no. */
function verify(api: Api, { key, message, signature }: Claim): boolean {
  const claim = () => {
    const publicKey = api.Keys.publicKey({ type: 'Ed25519', bytes: key })
    return { publicKey, message, signature }
  }
  const alone = accepts(() => api.Keys.verify(claim()))
  if (gives(claim)) {
    // Often enough in one call that an engine makes tables of the key.
    const often = api.Keys.verifyBatch([claim(), claim(), claim(), claim()])
    same(often, [alone, alone, alone, alone], 'verdict in a batch')
  }
  return alone
}

export const eddsaVerify: Schema = wycheproof('EddsaVerify', (api, test, group) => {
  const { curve, pk } = object(group, 'publicKey')
  if (curve !== 'edwards25519') throw new Skip('algorithm not offered')
  const key = hex(pk)
  judge(
    verify(api, { key, message: hex(test['msg']), signature: hex(test['sig']) }),
    verdictOf(test),
  )
  sameKey(api, group, key)
})

/** The other forms of the group's key must give the same key. */
function sameKey(api: Api, group: Row, key: Uint8Array): void {
  if (has(group, 'publicKeyPem'))
    same(importPem(api, text(group, 'publicKeyPem')).bytes, key, 'PEM key')
  if (has(group, 'publicKeyJwk')) same(importJwk(api, group['publicKeyJwk']).bytes, key, 'JWK key')
}

export const speccheck: Schema = {
  name: 'ed25519-speccheck',
  matches: ({ json }) =>
    isTable((json as Row | undefined)?.['cases'], 'pub_key', 'signature', 'verdicts'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'cases'))
      yield { name: String(row['index']), run: (api) => speccheckRow(api, row) }
  },
  expectations: ['dalek verify_strict'],
}

/** `verify_strict` is our criterion, except that it reads a key in a non-canonical encoding. */
function speccheckRow(api: Api, row: Row): void {
  const key = hex(row['pub_key'])
  const strict = object(row, 'verdicts')['dalek verify_strict'] === true
  const claim = { key, message: hex(row['message']), signature: hex(row['signature']) }
  judge(verify(api, claim), strict && isCanonical(key) ? 'accept' : 'reject', 'Ed25519 criterion')
}

/** Whether the y of an encoded point is below 2^255 - 19. */
function isCanonical(point: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`) & ((1n << 255n) - 1n)
  return y < (1n << 255n) - 19n
}

/** Flags of signatures that the criterion refuses. `low_order_component_*` and `reencoded_k` alone are no reason. */
const refused = [
  'low_order_A',
  'low_order_R',
  'low_order_residue',
  'non_canonical_A',
  'non_canonical_R',
]

/** Flags of signatures that the criterion takes. */
const harmless = /^(low_order_component_[AR]|reencoded_k)$/

export const cctv: Schema = {
  name: 'CCTV ed25519vectors',
  matches: ({ json }) => isTable(json, 'key', 'sig', 'msg', 'flags'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[])
      yield { name: String(row['number']), run: (api) => cctvRow(api, row) }
  },
  expectations: ['flags', 'sig'],
  settled: ({ flags }, member) =>
    member === 'sig' && Array.isArray(flags) && flags.some((flag) => refused.includes(flag)),
}

function cctvRow(api: Api, row: Row): void {
  const flags = has(row, 'flags') ? (row['flags'] as string[]) : []
  const unknown = flags.filter((flag) => !refused.includes(flag) && !harmless.test(flag))
  if (unknown.length > 0) throw new Error(`no flag ${unknown.join(', ')}`)
  const claim = {
    key: hex(row['key']),
    message: utf8(text(row, 'msg')),
    signature: hex(row['sig']),
  }
  const reasons = flags.filter((flag) => refused.includes(flag))
  judge(verify(api, claim), reasons.length === 0 ? 'accept' : 'reject', reasons.join(', '))
}

/** `secret‖public : public : message : signature‖message :` */
const line = /^([0-9a-f]{64})([0-9a-f]{64}):\2:((?:[0-9a-f]{2})*):([0-9a-f]{128})\3:$/

export const signInput: Schema = {
  name: 'sign.input',
  matches: ({ text }) =>
    lines(text).length > 0 &&
    lines(text).every((content) => /^[0-9a-f]{128}:[0-9a-f]{64}:/.test(content)),
  *cases({ text }): Iterable<Case> {
    for (const [index, content] of lines(text).entries())
      yield { name: `line ${index + 1}`, run: (api) => signLine(api, content) }
  },
  expectations: [],
  lines: (line) => line.trim(),
}

function signLine(api: Api, content: string): void {
  const [, secret, key, message, signature] = line.exec(content) ?? []
  if (secret === undefined) throw new Error('the parts of the line contradict each other')
  const signer = api.Keys.fromSecret('Ed25519', hex(secret))
  try {
    same(signer.publicKey.bytes, hex(key), 'public key')
    same(signer.sign(hex(message)), hex(signature), 'signature')
  } finally {
    signer.close()
  }
  judge(verify(api, { key: hex(key), message: hex(message), signature: hex(signature) }), 'accept')
}

function lines(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .filter((content) => content !== '')
}
