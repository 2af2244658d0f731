/**
 * Wycheproof ECDSA: DER, `r ‖ s` and Bitcoin files, for secp256k1 and P-256 with SHA-256.
 *
 * Each signature is judged twice: under the policy that accepts a high S, by
 * the verdict of the file, and under the default that refuses it. The Bitcoin
 * file has the default's verdicts.
 *
 * @module
 */

import { type Api, accepts, attempt, judge, Skip, same } from '../case.js'
import { type EcdsaType, ecdsaType, isHighS } from '../curve.js'
import { has, hex, object, type Schema, text } from '../schema.js'
import { importJwk, importPem } from '../subject.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

export const ecdsaDer: Schema = wycheproof('EcdsaVerify', (api, test, group) => {
  const type = typeOf(group)
  const raw = attempt(() => api.Keys.signatureFromDer(hex(test['sig']), type))
  bothPolicies(api, test, group, 'value' in raw ? raw.value : undefined)
})

export const ecdsaP1363: Schema = wycheproof('EcdsaP1363Verify', (api, test, group) => {
  bothPolicies(api, test, group, hex(test['sig']))
})

export const ecdsaBitcoin: Schema = wycheproof('EcdsaBitcoinVerify', (api, test, group) => {
  const raw = attempt(() => api.Keys.signatureFromDer(hex(test['sig']), typeOf(group)))
  const accepted = 'value' in raw && verify(api, test, group, raw.value, 'refuse')
  judge(accepted, verdictOf(test), 'high S refused')
})

function bothPolicies(api: Api, test: Row, group: Row, signature: Uint8Array | undefined): void {
  const verdict = verdictOf(test)
  judge(signature !== undefined && verify(api, test, group, signature, 'accept'), verdict)
  if (signature === undefined || verdict !== 'accept') return
  const strict = isHighS(typeOf(group), signature) ? 'reject' : 'accept'
  judge(verify(api, test, group, signature, 'refuse'), strict, 'high S refused')
}

function verify(
  api: Api,
  test: Row,
  group: Row,
  signature: Uint8Array,
  highS: 'accept' | 'refuse',
): boolean {
  const publicKey = keyOf(api, group)
  return accepts(() => api.Keys.verify({ publicKey, message: hex(test['msg']), signature, highS }))
}

/** The group's key, from its point; its PEM and JWK must give the same. */
function keyOf(api: Api, group: Row): ReturnType<Api['Keys']['publicKey']> {
  const bytes = hex(object(group, 'publicKey')['uncompressed'])
  const key = api.Keys.publicKey({ type: typeOf(group), bytes })
  if (has(group, 'publicKeyPem')) same(importPem(api, text(group, 'publicKeyPem')), key, 'PEM key')
  if (has(group, 'publicKeyJwk')) same(importJwk(api, group['publicKeyJwk']), key, 'JWK key')
  return key
}

function typeOf(group: Row): EcdsaType {
  const type = ecdsaType(object(group, 'publicKey')['curve'])
  if (type === undefined || group['sha'] !== 'SHA-256') throw new Skip('algorithm not offered')
  return type
}
