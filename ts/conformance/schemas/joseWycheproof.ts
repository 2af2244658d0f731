/**
 * Wycheproof JSON Web Signature, Key and Crypto.
 *
 * The group's key, or key set, is the trust. A symmetric key goes the way of
 * HMAC, which is a function of its own. What must be refused is always called;
 * what must be accepted is skipped where the algorithm is none of ours.
 *
 * @module
 */

import { type Api, attempt, isRecord, judge, Skip, type Verdict } from '../case.js'
import { jwsVerify, jwsVerifyHmac } from '../documents.js'
import { applied } from '../rules.js'
import { has, jwsText, type Schema } from '../schema.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

/** Algorithms of the API. */
const offered = new Set(['EdDSA', 'Ed25519', 'ES256', 'ES256K', 'HS256', 'HS384', 'HS512'])

export const joseSchemas: readonly Schema[] = [
  'JsonWebSignature',
  'JsonWebKey',
  'JsonWebCrypto',
].map((type) => wycheproof(type, judgeTest, ['result', 'jws']))

function judgeTest(api: Api, test: Row, group: Row): void {
  if (!has(test, 'jws')) throw new Skip('algorithm not offered')
  const keys = group['public'] ?? group['private']
  if (!isRecord(keys)) throw new Error('the group has no key')
  const jws = jwsText(test['jws'])
  const { verdict, why } = strictly(jws, verdictOf(test))
  const outcome = attempt(() => verify(api, jws, keys))
  if (
    verdict === 'accept' &&
    !('value' in outcome) &&
    !algorithms(keys).every((alg) => offered.has(alg))
  )
    throw new Skip('algorithm not offered')
  judge('value' in outcome, verdict, why)
}

/** Rule "base64url strict": a compact JWS has no other letters than those of base64url. */
function strictly(jws: string, verdict: Verdict): { verdict: Verdict; why: string } {
  const loose = !jws.startsWith('{') && /[^\w.-]/.test(jws)
  if (loose) applied.add('base64url strict')
  return loose ? { verdict: 'reject', why: 'base64url strict' } : { verdict, why: '' }
}

function verify(api: Api, jws: string, keys: Row): Uint8Array {
  const symmetric = list(keys).some((key) => key['kty'] === 'oct')
  return symmetric ? jwsVerifyHmac(api, jws, keys) : jwsVerify(api, jws, keys)
}

function list(keys: Row): Row[] {
  return Array.isArray(keys['keys']) ? keys['keys'].filter(isRecord) : [keys]
}

function algorithms(keys: Row): string[] {
  return list(keys).map((key) => String(key['alg']))
}
