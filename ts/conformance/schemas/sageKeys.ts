/**
 * SAGE: bytes of public keys and signatures, files `key_marshal` and `sign`.
 *
 * @module
 */

import { type Api, accepts, attempt, judge, Mismatch, same } from '../case.js'
import { isEd25519Key, isHighS, isLowOrderX25519 } from '../curve.js'
import { findExpected, type Rule } from '../rules.js'
import { has, hex, type Schema, text } from '../schema.js'
import {
  closing,
  keyId,
  marshal,
  recovers,
  signRecoverable,
  unmarshal,
  withSecret,
} from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

type SageType = 'Ed25519' | 'secp256k1' | 'P-256' | 'X25519'

const types: Readonly<Record<string, SageType>> = {
  Ed25519: 'Ed25519',
  Secp256k1: 'secp256k1',
  P256: 'P-256',
  X25519: 'X25519',
  ed25519: 'Ed25519',
  secp256k1: 'secp256k1',
  x25519: 'X25519',
}

function typeOf(name: unknown): SageType {
  const type = types[String(name)]
  if (type === undefined) throw new Error(`no key type ${String(name)}`)
  return type
}

export const sageMarshal: Schema = sage('key bytes', { marshal: marshals, unmarshal: unmarshals }, [
  'public',
  'marshaled',
  'marshaled_from_ecdsa',
  'marshaled_from_decred',
  'uncompressed',
  'key_id',
  'accept',
])

function marshals(api: Api, row: Row): void {
  const publicKey = withSecret(
    api,
    typeOf(row['type']),
    hex(row['private']),
    (key) => key.publicKey,
  )
  if (has(row, 'public')) same(publicBytes(api, publicKey), hex(row['public']), 'public key')
  same(marshal(api, publicKey), hex(row['marshaled'] ?? row['marshaled_from_ecdsa']), 'marshaled')
  same(keyId(api, publicKey), row['key_id'], 'key id')
  if (has(row, 'marshaled_from_decred'))
    same(publicKey.bytes, hex(row['marshaled_from_decred']), 'compressed')
  if (has(row, 'uncompressed'))
    same(api.Keys.toUncompressed(publicKey), hex(row['uncompressed']), 'uncompressed')
}

function unmarshals(api: Api, row: Row): void {
  const data = hex(row['data'])
  const outcome = attempt(() => unmarshal(api, text(row, 'key_type'), data), true)
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    importRule(row['key_type'], data),
  ])
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome) || typeof row['x'] !== 'string') return
  same(api.Keys.toUncompressed(outcome.value), hex(`04${text(row, 'x')}${text(row, 'y')}`), 'point')
}

/** The rule that refuses these bytes, if one does. */
export function importRule(type: unknown, data: Uint8Array): Rule | false {
  const hybrid = type === 'secp256k1' && (data[0] === 6 || data[0] === 7) && data.length === 65
  const bad =
    (type === 'ed25519' && !isEd25519Key(data)) || (type === 'x25519' && isLowOrderX25519(data))
  return (hybrid || bad) && 'point checked on import'
}

export const sageSign: Schema = sage(
  'signatures',
  { sign: signs, verify: verifies },
  ['signature', 'accept'],
  (row) => 'message' in row && 'signature' in row,
)

function signs(api: Api, row: Row): void {
  const { verdict, why } = findExpected(row, !has(row, 'error'))
  const can = signsAtAll(api, row)
  judge(can, verdict, why)
  if (can && has(row, 'signature')) signsAgain(api, row)
}

/** A key agreement key has no way to sign, and bytes that are no secret make no key. */
function signsAtAll(api: Api, row: Row): boolean {
  const key = attempt(() => api.Keys.fromSecret(typeOf(row['type']), hex(row['private'])), true)
  return 'value' in key && closing(key.value, (local) => 'sign' in local)
}

function signsAgain(api: Api, row: Row): void {
  const type = typeOf(row['type'])
  const [secret, message, signature] = [row['private'], row['message'], row['signature']].map(hex)
  if (!secret || !message || !signature) return
  const key = withSecret(api, type, secret, (local) => local.publicKey)
  same(publicBytes(api, key), hex(row['public']), 'public key')
  if (row['deterministic'] === true) same(made(api, type, secret, message), signature, 'signature')
  judge(verify(api, type, hex(row['public']), message, signature, 'accept'), 'accept')
}

function publicBytes(api: Api, key: { type: string; bytes: Uint8Array }): Uint8Array {
  return key.bytes.length === 33 ? api.Keys.toUncompressed(key as never) : key.bytes
}

/** SAGE's form: secp256k1 over Keccak-256 with the recovery id, the others plain. */
function made(api: Api, type: SageType, secret: Uint8Array, message: Uint8Array): Uint8Array {
  if (type === 'secp256k1') return signRecoverable(api, secret, message)
  if (type === 'X25519') throw new Mismatch('a key agreement key has a signature')
  return withSecret(api, type, secret, (key) => key.sign(message))
}

function verifies(api: Api, row: Row): void {
  const type = sageTypeOfKey(text(row, 'key'))
  const signature = hex(row['signature'])
  const args = [hex(row['public']), hex(row['message'])] as const
  const curve = type === 'secp256k1' || type === 'P-256' ? type : undefined
  const high = curve !== undefined && signature.length >= 64 && isHighS(curve, signature)
  const badId =
    type === 'secp256k1' &&
    signature.length === 65 &&
    !accepts(() => recovers(api, args[0], args[1], signature))
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    high && 'high S refused',
    badId && 'recovery id checked',
  ])
  judge(!badId && verify(api, type, ...args, signature, 'refuse'), verdict, why)
  const own = findExpected(row, row['accept'] === true, [badId && 'recovery id checked'])
  const publicKey = () => api.Keys.publicKey({ type, bytes: args[0] })
  const holds = () => api.Sage.Keys.verify({ publicKey: publicKey(), message: args[1], signature })
  judge(accepts(holds), own.verdict, own.why)
}

/** The file names its keys `ed-A`, `k1-one`, `p256-…`, `x-A`. */
function sageTypeOfKey(name: string): SageType {
  const prefix = name.split('-')[0] ?? ''
  const type = { ed: 'Ed25519', k1: 'secp256k1', p256: 'P-256', x: 'X25519' }[prefix]
  if (type === undefined) throw new Error(`no key type in ${name}`)
  return type as SageType
}

function verify(
  api: Api,
  type: SageType,
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  highS: 'accept' | 'refuse',
): boolean {
  const raw =
    type === 'secp256k1' ? signature.subarray(0, Math.max(64, signature.length - 1)) : signature
  return accepts(() =>
    api.Keys.verify({
      publicKey: api.Keys.publicKey({ type, bytes: key }),
      ...(type === 'secp256k1' && { algorithm: 'ecdsa-secp256k1-keccak256' as const }),
      message,
      signature: signature.length === 65 && type === 'secp256k1' ? raw : signature,
      highS,
    }),
  )
}
