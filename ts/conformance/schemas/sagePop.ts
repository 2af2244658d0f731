/**
 * SAGE: proof of possession, file `pop`.
 *
 * `verify_all` rows record a verdict and a name, not the keys. Where the name
 * says what the set was, it is made again from the proofs of the same file.
 *
 * @module
 */

import { type Api, accepts, attempt, gives, judge, Skip, same } from '../case.js'
import { isHighS } from '../curve.js'
import { findExpected, type Rule } from '../rules.js'
import { type PopKey, popProve, popVerify, popVerifyAll } from '../sageDocuments.js'
import { has, hex, list, type Schema, text, utf8 } from '../schema.js'
import { keyOf } from '../subject.js'
import { sage } from './sage.js'
import { importRule } from './sageKeys.js'
import type { Row } from './wycheproof.js'

const names: Readonly<Record<number, string>> = { 0: 'secp256k1', 1: 'ed25519', 2: 'x25519' }

export const sagePop: Schema = sage(
  'proof of possession',
  { pop: proves, verify: verifies, verify_all: verifiesAll },
  ['signature', 'accept', 'challenge', 'hash'],
  (row) => row['op'] === 'verify_all' || 'did' in row,
)

/** The key of a row as it is stored: its type and bytes. */
function stored(row: Row): PopKey {
  return { type: Number(row['key_type_id']), data: hex(row['key_data']) }
}

function proves(api: Api, row: Row): void {
  const did = text(row, 'did')
  const key = stored(row)
  same(api.Sage.Pop.challenge({ did, data: key.data }), row['challenge'], 'challenge')
  same(api.Sage.Pop.digest({ did, data: key.data }), hex(row['hash']), 'hash')
  const made = attempt(() => popProve(api, did, key, hex(row['private'])), true)
  judge('value' in made, row['error'] === null ? 'accept' : 'reject', 'made')
  if (!('value' in made)) return
  same(made.value, hex(row['signature']), 'proof')
  const verdict = row['verify_error'] === null ? 'accept' : 'reject'
  judge(
    gives(() => popVerify(api, did, key, hex(row['signature']))),
    verdict,
    'verified',
  )
}

function verifies(api: Api, row: Row): void {
  if (!has(row, 'key_data')) throw new Skip('no data in the vector')
  const proof = hex(row['signature'])
  const key = stored(row)
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    importRule(names[key.type], key.data),
    highRule(key, proof),
    recoveryRule(api, row, key, proof),
  ])
  judge('value' in attempt(() => popVerify(api, text(row, 'did'), key, proof), true), verdict, why)
}

function highRule(key: PopKey, proof: Uint8Array): Rule | false {
  return key.type === 0 && proof.length >= 64 && isHighS('secp256k1', proof) && 'high S refused'
}

/** The last of 65 bytes must recover the key from the challenge. */
function recoveryRule(api: Api, row: Row, key: PopKey, proof: Uint8Array): Rule | false {
  if (key.type !== 0 || proof.length !== 65) return false
  const message = utf8(`SAGE-PoP:${text(row, 'did')}:${text(row, 'key_data')}`)
  const recovers = accepts(() => {
    const raw = key.data.length === 64 ? Uint8Array.from([4, ...key.data]) : key.data
    const { bytes } = api.Keys.publicKey({ type: 'secp256k1', bytes: raw })
    const found = api.Keys.recover({
      algorithm: 'ecdsa-secp256k1-sha256',
      message,
      signature: proof,
    })
    return Buffer.from(found.bytes).equals(bytes)
  })
  return !recovers && 'recovery id checked'
}

function verifiesAll(api: Api, row: Row, root: Row): void {
  const rows = list(root, 'cases').filter((row) => row['op'] === 'pop')
  const kinds = kindsOf(text(row, 'name'))
  const [first] = rows
  if (kinds === undefined || first === undefined) throw new Skip('no data in the vector')
  const did = text(first, 'did')
  const set = kinds.map((kind) => member(api, rows, did, kind))
  const proven = kinds.some(({ type }) => type !== 2)
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    !proven && 'nothing proven refused',
  ])
  judge(
    accepts(() => popVerifyAll(api, did, set)),
    verdict,
    why,
  )
}

type Kind = { readonly type: number; readonly bad: boolean }

const types: Readonly<Record<string, number>> = { ecdsa: 0, ed: 1, x25519: 2 }

/** `ed+ecdsa+x25519`, `x25519 only`, `one bad of two`, `two bad`. */
function kindsOf(name: string): Kind[] | undefined {
  const kinds = name.replace(' only', '').split('+')
  if (kinds.every((kind) => kind in types))
    return kinds.map((kind) => ({ type: types[kind] ?? 0, bad: false }))
  const [, bad, , all] = /^(one|two) bad( of (one|two))?$/.exec(name) ?? []
  if (bad === undefined) return undefined
  const count = (word: string) => (word === 'one' ? 1 : 2)
  return [1, 0]
    .slice(0, count(all ?? bad))
    .map((type, index) => ({ type, bad: index < count(bad) }))
}

type Member = { readonly key: PopKey; readonly proof: Uint8Array }

/** A proof of the file, spoiled in its first byte if asked. An X25519 key has none. */
function member(api: Api, rows: readonly Row[], did: string, { type, bad }: Kind): Member {
  if (type === 2)
    return { key: { type, data: keyOf(api, 'X25519').bytes }, proof: new Uint8Array() }
  const row = rows.find(
    (candidate) => candidate['did'] === did && candidate['key_type_id'] === type,
  )
  if (row === undefined) throw new Skip('no data in the vector')
  const proof = hex(row['signature'])
  if (bad && proof[0] !== undefined) proof[0] ^= 1
  return { key: stored(row), proof }
}
