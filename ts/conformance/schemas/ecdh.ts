/**
 * Wycheproof ECDH and XDH, with keys as points, SPKI, PEM and JWK.
 *
 * Rule "zero shared secret refused": RFC 7748 leaves it open, ours refuses.
 *
 * @module
 */

import { type Api, attempt, judge, Mismatch, Skip, same } from '../case.js'
import { ecdsaType } from '../curve.js'
import { hex, object, type Schema, text, toHex } from '../schema.js'
import { agree, agreeJwk, agreePem, importJwk, importPem, pemOf } from '../subject.js'
import { type Row, verdictOf, wycheproof } from './wycheproof.js'

/** Runs the agreement and compares verdict and secret. `refused` is the verdict of a secret of zeros. */
function shared(test: Row, use: () => Uint8Array, refused = false): void {
  const outcome = attempt(use)
  const verdict = verdictOf(test)
  const zero = refused && verdict !== 'reject' && /^(00)+$/.test(text(test, 'shared'))
  judge('value' in outcome, zero ? 'reject' : verdict, zero ? 'zero shared secret refused' : '')
  if ('value' in outcome) same(outcome.value, hex(test['shared']), 'shared secret')
}

/** For X25519, where a point of low order gives zeros with every secret. */
function sharedX25519(test: Row, use: () => Uint8Array): void {
  shared(test, use, true)
}

/** A scalar of 32 bytes from a DER integer: leading zeros come and go. */
function scalar(value: unknown): Uint8Array {
  const digits = toHex(hex(value)).replace(/^0+/, '')
  if (digits.length > 64) throw new Mismatch('the private key is longer than 32 bytes')
  return hex(digits.padStart(64, '0'))
}

function curveOf(group: Row): 'secp256k1' | 'P-256' {
  const type = ecdsaType(group['curve'])
  if (type === undefined) throw new Skip('algorithm not offered')
  return type
}

export const ecdhAsn: Schema = wycheproof('EcdhTest', ecdhSpki, ['result', 'shared'])

function ecdhSpki(api: Api, test: Row, group: Row): void {
  const type = curveOf(group)
  shared(test, () => {
    const key = importPem(api, pemOf('PUBLIC KEY', hex(test['public'])))
    return agree(api, type, scalar(test['private']), key)
  })
}

export const ecdhPoint: Schema = wycheproof(
  'EcdhEcpointTest',
  (api, test, group) => {
    const type = curveOf(group)
    shared(test, () => {
      const key = api.Keys.publicKey({ type, bytes: hex(test['public']) })
      return agree(api, type, scalar(test['private']), key)
    })
  },
  ['result', 'shared'],
)

export const ecdhJwk: Schema = wycheproof(
  'EcdhWebcryptoTest',
  (api, test, group) => {
    curveOf(group)
    shared(test, () => agreeJwk(api, object(test, 'private'), importJwk(api, test['public'])))
  },
  ['result', 'shared'],
)

/** A schema for X25519 groups; X448 is not offered. */
function xdh(type: string, use: (api: Api, test: Row) => Uint8Array): Schema {
  const judgeTest = (api: Api, test: Row, group: Row) => {
    if (group['curve'] !== 'curve25519') throw new Skip('algorithm not offered')
    sharedX25519(test, () => use(api, test))
  }
  return wycheproof(type, judgeTest, ['result', 'shared'])
}

export const xdhRaw: Schema = xdh('XdhComp', (api, test) => {
  const key = api.Keys.publicKey({ type: 'X25519', bytes: hex(test['public']) })
  return agree(api, 'X25519', hex(test['private']), key)
})

export const xdhAsn: Schema = xdh('XdhAsnComp', (api, test) => {
  const key = importPem(api, pemOf('PUBLIC KEY', hex(test['public'])))
  return agreePem(api, pemOf('PRIVATE KEY', hex(test['private'])), key)
})

export const xdhPem: Schema = xdh('XdhPemComp', (api, test) =>
  agreePem(api, text(test, 'private'), importPem(api, text(test, 'public'))),
)

export const xdhJwk: Schema = xdh('XdhJwkComp', (api, test) =>
  agreeJwk(api, object(test, 'private'), importJwk(api, test['public'])),
)
