/**
 * jose: JWS and JWK over WebCrypto. All of it gives promises.
 *
 * @module
 */

import * as jose from 'jose'
import type { Jobs } from '../case.js'
import { bytes, secret } from '../input.js'
import { ed25519Jwk, p256Jwk } from './work/jwk.js'

const types = [
  { type: 'Ed25519', algorithm: 'EdDSA', jwk: () => ed25519Jwk(secret(1)) },
  { type: 'P-256', algorithm: 'ES256', jwk: () => p256Jwk(secret(1)) },
] as const

function jws({ type, algorithm, jwk }: (typeof types)[number]): Jobs {
  const payload = bytes(256)
  const sign = (key: jose.CryptoKey) =>
    new jose.CompactSign(payload).setProtectedHeader({ alg: algorithm }).sign(key)
  const keys = async () => {
    const whole = await jwk()
    const { d: _, ...open } = whole
    const key = async (jwk: jose.JWK) => (await jose.importJWK(jwk, algorithm)) as jose.CryptoKey
    return { mine: await key(whole), open: await key(open) }
  }
  return {
    [`sign JWS ${type}`]: async () => {
      const { mine, open } = await keys()
      const agree = async () => (await jose.compactVerify(await sign(mine), open)).payload
      return { later: true, run: () => sign(mine), agree }
    },
    [`verify JWS ${type}`]: async () => {
      const { mine, open } = await keys()
      const text = await sign(mine)
      const run = () => jose.compactVerify(text, open)
      return { later: true, run, agree: async () => (await run()).payload }
    },
  }
}

async function forms(): Promise<Jobs> {
  const jwk = await ed25519Jwk(secret(1))
  const key = (await jose.importJWK(jwk, 'EdDSA', { extractable: true })) as jose.CryptoKey
  const pem = await jose.exportPKCS8(key)
  const raw = async (made: jose.CryptoKey) =>
    jose.base64url.decode((await jose.exportJWK(made)).x ?? '')
  return {
    'export private JWK Ed25519': () => {
      const run = () => jose.exportJWK(key)
      return { later: true, run, agree: run }
    },
    'import private JWK Ed25519': () => {
      const run = () => jose.importJWK(jwk, 'EdDSA', { extractable: true })
      return { later: true, run, agree: async () => raw((await run()) as jose.CryptoKey) }
    },
    'import private PEM Ed25519': () => {
      const run = () => jose.importPKCS8(pem, 'EdDSA', { extractable: true })
      return { later: true, run, agree: async () => raw(await run()) }
    },
  }
}

export async function load(): Promise<Jobs> {
  return { ...Object.assign({}, ...types.map(jws)), ...(await forms()) }
}
