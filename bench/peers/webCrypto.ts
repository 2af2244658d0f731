/**
 * WebCrypto of the host: `globalThis.crypto.subtle`. A ready key is a CryptoKey; a public key is imported from its
 * bytes in each call. All of it gives promises. What the host lacks is left out.
 *
 * @module
 */

import type { Jobs } from '../case.js'
import { secret as secretOf } from '../input.js'
import { agreementJobs } from './work/agreement.js'
import { privateDer, publicDer } from './work/der.js'
import { type Derive, hkdfJobs } from './work/hkdf.js'
import { type Scheme, signatureJobs } from './work/signatures.js'
import { standIn } from './work/stand.js'

type Bytes = Uint8Array<ArrayBuffer>
type Subtle = typeof globalThis.crypto.subtle

/** The raw public key that belongs to a private one, whose JWK says it; a point compressed. */
async function rawOf(subtle: Subtle, key: CryptoKey): Promise<Uint8Array> {
  const { x = '', y } = await subtle.exportKey('jwk', key)
  const decode = (text: string) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    )
  if (y === undefined) return decode(x)
  return Uint8Array.from([2 + ((decode(y).at(-1) ?? 0) & 1), ...decode(x)])
}

function ed25519(subtle: Subtle): Scheme<CryptoKey> {
  const key = (secret: Uint8Array) =>
    subtle.importKey('pkcs8', privateDer('Ed25519', secret), 'Ed25519', true, ['sign'])
  const open = (raw: Uint8Array) =>
    subtle.importKey('raw', raw as Bytes, 'Ed25519', false, ['verify'])
  const check = (own: CryptoKey, message: Uint8Array, signature: Uint8Array) =>
    subtle.verify('Ed25519', own, signature as Bytes, message as Bytes)
  return {
    later: true,
    generate: () => subtle.generateKey('Ed25519', false, ['sign', 'verify']),
    key,
    publicKey: async (secret) => rawOf(subtle, await key(secret)),
    sign: async (ready, message) =>
      new Uint8Array(await subtle.sign('Ed25519', ready, message as Bytes)),
    async verify(raw, message, signature) {
      return check(await open(raw), message, signature)
    },
    async ready(raw) {
      const own = await open(raw)
      return (message, signature) => check(own, message, signature)
    },
  }
}

function p256(subtle: Subtle): Scheme<CryptoKey> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  const key = (secret: Uint8Array) =>
    subtle.importKey('pkcs8', privateDer('P-256', secret), curve, true, ['sign'])
  const open = (raw: Uint8Array) =>
    subtle.importKey('spki', publicDer('P-256', raw), curve, false, ['verify'])
  const check = (own: CryptoKey, message: Uint8Array, signature: Uint8Array) =>
    subtle.verify(how, own, signature as Bytes, message as Bytes)
  return {
    later: true,
    generate: () => subtle.generateKey(curve, false, ['sign', 'verify']),
    key,
    publicKey: async (secret) => rawOf(subtle, await key(secret)),
    sign: async (ready, message) => new Uint8Array(await subtle.sign(how, ready, message as Bytes)),
    async verify(raw, message, signature) {
      return check(await open(raw), message, signature)
    },
    async ready(raw) {
      const own = await open(raw)
      return (message, signature) => check(own, message, signature)
    },
    stand: (signature, message) => standIn('P-256', signature, message),
  }
}

function x25519(subtle: Subtle) {
  const key = (secret: Uint8Array) =>
    subtle.importKey('pkcs8', privateDer('X25519', secret), 'X25519', true, ['deriveBits'])
  return {
    later: true as const,
    generate: () => subtle.generateKey('X25519', false, ['deriveBits']),
    key,
    publicKey: async (secret: Uint8Array) => rawOf(subtle, await key(secret)),
    async agree(mine: CryptoKey, theirs: Uint8Array) {
      const open = await subtle.importKey('raw', theirs as Bytes, 'X25519', false, [])
      return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: open }, mine, 256))
    },
  }
}

async function hkdf(
  subtle: Subtle,
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Promise<Uint8Array> {
  const key = await subtle.importKey('raw', secret as Bytes, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: salt as Bytes, info: info as Bytes }
  return new Uint8Array(await subtle.deriveBits(how, key, length * 8))
}

/** The JWK, with the members that ours has: WebCrypto adds what the key may do. */
async function jwkJobs(subtle: Subtle): Promise<Jobs> {
  const key = await ed25519(subtle).key(secretOf(1))
  const whole = await subtle.exportKey('jwk', key)
  const { kty, crv, x, d } = whole as Record<string, string>
  return {
    'export private JWK Ed25519': () => ({
      later: true,
      run: () => subtle.exportKey('jwk', key),
      agree: async () => {
        const jwk = await subtle.exportKey('jwk', key)
        return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, d: jwk.d }
      },
    }),
    'import private JWK Ed25519': () => {
      const jwk = { kty, crv, x, d } as JsonWebKey
      const run = () => subtle.importKey('jwk', jwk, 'Ed25519', true, ['sign'])
      return { later: true, run, agree: async () => rawOf(subtle, await run()) }
    },
  }
}

/** The jobs of a scheme, unless the host lacks it: browsers differ in curves, and in points that are compressed. */
async function able(jobs: () => Jobs | Promise<Jobs>, ...probes: readonly string[]): Promise<Jobs> {
  try {
    const made = await jobs()
    for (const name of probes) await (await made[name]?.())?.agree()
    return made
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return {}
    throw error
  }
}

export async function load(): Promise<Jobs> {
  const subtle = globalThis.crypto?.subtle
  if (subtle === undefined) throw new Error('no WebCrypto: the page is not a secure context')
  const derive: Derive = (secret, salt = new Uint8Array(), info, length) =>
    hkdf(subtle, secret, salt, info, length)
  return {
    ...(await able(() => signatureJobs('Ed25519', ed25519(subtle)), 'verify Ed25519')),
    ...(await able(() => signatureJobs('P-256', p256(subtle)), 'verify P-256')),
    ...(await able(() => agreementJobs(x25519(subtle)), 'agree X25519')),
    ...(await able(() => jwkJobs(subtle))),
    ...hkdfJobs(derive, true),
  }
}
