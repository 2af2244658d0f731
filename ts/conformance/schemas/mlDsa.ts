/**
 * ML-DSA: Wycheproof and NIST ACVP.
 *
 * Signing is compared without randomness, or with that of the vector. Keys are held to the strict
 * import: a vector with a key whose parts do not fit is one that must be refused.
 *
 * @module
 */

import { type Api, accepts, attempt, type Case, isRecord, judge, Skip, same } from '../case.js'
import { has, hex, list, type Schema, text } from '../schema.js'
import { closing } from '../subject.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

type Type = 'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87'

function typeOf(name: unknown): Type {
  if (name === 'ML-DSA-44' || name === 'ML-DSA-65' || name === 'ML-DSA-87') return name
  throw new Error(`no parameter set "${String(name)}"`)
}

const none = new Uint8Array()
const zeros = new Uint8Array(32)

export const mlDsaVerify: Schema = wycheproof('MlDsaVerify', (api, test, group, root) => {
  const claim = {
    publicKey: { type: typeOf(root['algorithm']), bytes: hex(group['publicKey'] ?? '') },
    message: hex(test['msg'] ?? ''),
    signature: hex(test['sig']),
    context: hex(test['ctx'] ?? ''),
  }
  if (!has(test, 'msg')) throw new Skip('external mu')
  judge(
    accepts(() => api.Keys.verify(claim)),
    verdictOf(test),
  )
  if (typeof group['publicKeyDer'] === 'string' && verdictOf(test) === 'accept')
    sameKey(api, hex(group['publicKeyDer']), claim.publicKey)
})

/** A key for which anybody can sign still verifies, as FIPS 204 demands, but stands for nobody. */
function sameKey(api: Api, der: Uint8Array, key: { type: Type; bytes: Uint8Array }): void {
  const read = attempt(() => api.Keys.publicKeyFromDer(der))
  const bound = key.bytes.subarray(32).some((byte) => byte !== 0)
  judge('value' in read, bound ? 'accept' : 'reject')
  if ('value' in read) same(read.value, key, 'DER key')
}

export const mlDsaSign: Schema = wycheproof(
  'MlDsaSign',
  (api, test, group, root) => {
    if (!has(test, 'msg')) throw new Skip('external mu')
    const type = typeOf(root['algorithm'])
    const secret = hex(group['privateSeed'] ?? group['privateKey'])
    const outcome = attempt(() => sign(api, type, secret, test))
    judge('value' in outcome, verdictOf(test))
    if (!('value' in outcome)) return
    same(outcome.value.signature, hex(test['sig']), 'signature')
    same(outcome.value.publicKey, hex(group['publicKey']), 'public key')
    if (typeof group['privateKeyPkcs8'] === 'string') sameDer(api, group, outcome.value.publicKey)
  },
  ['result', 'sig'],
)

type Signed = { readonly signature: Uint8Array; readonly publicKey: Uint8Array }

function sign(api: Api, type: Type, secret: Uint8Array, test: Row): Signed {
  const [message, context] = [hex(test['msg']), hex(test['ctx'] ?? '')]
  return closing(api.Keys.fromSecret(type, secret), (signer) => {
    const signature = has(test, 'rnd')
      ? internal(api, type, secret, composed(message, context), hex(test['rnd']))
      : api.Keys.sign(message, signer, { context, deterministic: true })
    return { signature, publicKey: signer.publicKey.bytes }
  })
}

function internal(
  api: Api,
  type: Type,
  secret: Uint8Array,
  message: Uint8Array,
  randomness: Uint8Array,
): Uint8Array {
  const secretKey = secret.length === 32 ? api.MlDsa.expand(type, secret).secretKey : secret
  return api.MlDsa.signInternal({ type, secretKey, message, randomness })
}

function composed(message: Uint8Array, context: Uint8Array): Uint8Array {
  return Uint8Array.from([0, context.length, ...context, ...message])
}

function sameDer(api: Api, group: Row, publicKey: Uint8Array): void {
  const signer = api.Keys.signerFromDer(hex(group['privateKeyPkcs8']))
  closing(signer, (key) => same(key.publicKey.bytes, publicKey, 'PKCS#8 key'))
}

/** A schema for the ACVP files of one mode, those with or without an interface named. */
function acvp(
  mode: string,
  judgeTest: (api: Api, test: Row, group: Row) => void,
  expectations: readonly string[],
): Schema {
  return {
    name: `ACVP ML-DSA ${mode}`,
    matches: ({ json }) =>
      isRecord(json) && json['algorithm'] === 'ML-DSA' && json['mode'] === mode,
    *cases({ json }): Iterable<Case> {
      for (const group of list(json as Row, 'testGroups'))
        for (const test of list(group, 'tests'))
          yield {
            name: `tcId ${String(test['tcId'])}`,
            run: (api) => judgeTest(api, test, group),
          }
    },
    expectations,
  }
}

export const mlDsaKeyGen: Schema = acvp(
  'keyGen',
  (api, test, group) => {
    const type = typeOf(group['parameterSet'])
    const seed = hex(test['seed'])
    const { publicKey, secretKey } = api.MlDsa.expand(type, seed)
    same(publicKey, hex(test['pk']), 'public key')
    same(secretKey, hex(test['sk']), 'secret key')
    for (const secret of [seed, secretKey])
      closing(api.Keys.fromSecret(type, secret), (key) =>
        same(key.publicKey.bytes, publicKey, 'public key of the import'),
      )
  },
  ['pk', 'sk'],
)

export const mlDsaSigGen: Schema = acvp(
  'sigGen',
  (api, test, group) => {
    if (group['externalMu'] === true) throw new Skip('external mu')
    const randomness = has(test, 'rnd') ? hex(test['rnd']) : zeros
    const message = hex(test['message'])
    const isExternal = group['signatureInterface'] === 'external'
    if (isExternal && group['preHash'] !== 'pure') throw new Skip('algorithm not offered')
    const type = typeOf(group['parameterSet'])
    const input = isExternal ? composed(message, hex(test['context'] ?? '')) : message
    same(
      internal(api, type, hex(test['sk']), input, randomness),
      hex(test['signature']),
      'signature',
    )
  },
  ['signature'],
)

export const mlDsaSigVer: Schema = acvp(
  'sigVer',
  (api, test, group) => {
    if (group['externalMu'] === true) throw new Skip('external mu')
    const type = typeOf(group['parameterSet'])
    const [message, signature] = [hex(test['message']), hex(test['signature'])]
    const bytes = hex(test['pk'] ?? group['pk'])
    const isExternal = group['signatureInterface'] === 'external'
    if (isExternal && group['preHash'] !== 'pure') throw new Skip('algorithm not offered')
    const context = isExternal ? hex(test['context'] ?? '') : none
    const publicKey = { type, bytes }
    const accepted = isExternal
      ? accepts(() => api.Keys.verify({ publicKey, message, context, signature }))
      : api.MlDsa.verifyInternal({ type, publicKey: bytes, message, signature })
    judge(accepted, test['testPassed'] === true ? 'accept' : 'reject', text(test, 'reason'))
  },
  ['testPassed'],
)
