/**
 * node:crypto, which is OpenSSL. A ready key is a KeyObject; a public key is read from its bytes in each call.
 *
 * @module
 */

import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { Jobs } from '../case.js'
import { secret as secretOf } from '../input.js'
import { aeadJobs, type Cipher } from './work/aead.js'
import { agreementJobs } from './work/agreement.js'
import { privateDer, publicDer } from './work/der.js'
import { digestJobs } from './work/digest.js'
import { hkdfJobs } from './work/hkdf.js'
import { type Scheme, signatureJobs, type Type } from './work/signatures.js'
import { standIn } from './work/stand.js'

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The same bytes by the name of their plain type: no copy. */
const plain = (bytes: Buffer) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const privateKey = (type: Type | 'X25519', secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: view(privateDer(type, secret)), format: 'der', type: 'pkcs8' })

const publicKey = (type: Type | 'X25519', raw: Uint8Array): KeyObject =>
  createPublicKey({ key: view(publicDer(type, raw)), format: 'der', type: 'spki' })

/** Raw bytes; a point compressed. */
function rawOf(key: KeyObject): Uint8Array {
  const { x = '', y } = createPublicKey(key as never).export({ format: 'jwk' })
  const left = Buffer.from(x, 'base64url')
  if (y === undefined) return new Uint8Array(left)
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  return Uint8Array.from([2 + odd, ...left])
}

function curve25519<T extends 'Ed25519' | 'X25519'>(type: T) {
  const name = type.toLowerCase() as 'ed25519'
  return {
    // A fresh pair. That it can give its bytes is part of having it.
    generate: () => generateKeyPairSync(name),
    publicKey: (secret: Uint8Array) => rawOf(privateKey(type, secret)),
    key: (secret: Uint8Array) => privateKey(type, secret),
  }
}

const ed25519: Scheme<KeyObject> = {
  ...curve25519('Ed25519'),
  sign: (key, message) => plain(sign(null, message, key)),
  verify: (key, message, signature) => verify(null, message, publicKey('Ed25519', key), signature),
  ready(raw) {
    const key = publicKey('Ed25519', raw)
    return (message, signature) => verify(null, message, key, signature)
  },
}

const dsaEncoding = 'ieee-p1363'

const ecdsa = (type: 'P-256' | 'secp256k1'): Scheme<KeyObject> => ({
  generate: () => generateKeyPairSync('ec', { namedCurve: type }),
  publicKey: (secret) => rawOf(privateKey(type, secret)),
  key: (secret) => privateKey(type, secret),
  sign: (key, message) => plain(sign('sha256', message, { key, dsaEncoding })),
  verify: (key, message, signature) =>
    verify('sha256', message, { key: publicKey(type, key), dsaEncoding }, signature),
  ready(raw) {
    const key = { key: publicKey(type, raw), dsaEncoding } as const
    return (message, signature) => verify('sha256', message, key, signature)
  },
  stand: (signature, message) => standIn(type, signature, message),
})

const tagLength = 16
const options = { authTagLength: tagLength }

const cipher: Cipher = {
  seal(key, nonce, header, text) {
    const made = createCipheriv('chacha20-poly1305', key, nonce, options)
    made.setAAD(header, { plaintextLength: text.length })
    const output = new Uint8Array(text.length + tagLength)
    output.set(made.update(text))
    made.final()
    output.set(made.getAuthTag(), text.length)
    return output
  },
  open(key, nonce, header, sealed) {
    const length = sealed.length - tagLength
    const made = createDecipheriv('chacha20-poly1305', key, nonce, options)
    made.setAAD(header, { plaintextLength: length })
    made.setAuthTag(sealed.subarray(length))
    const output = made.update(sealed.subarray(0, length))
    made.final()
    return output
  },
}

/** Forms of a private key. */
function forms(): Jobs {
  const key = privateKey('Ed25519', secretOf(1))
  const jwk = key.export({ format: 'jwk' })
  const pem = key.export({ format: 'pem', type: 'pkcs8' })
  const open = createPublicKey(key)
  return {
    'export JWK Ed25519': () => {
      const run = () => open.export({ format: 'jwk' })
      return { run, agree: run }
    },
    'export private JWK Ed25519': () => {
      const run = () => key.export({ format: 'jwk' })
      return { run, agree: run }
    },
    'export private PEM Ed25519': () => {
      const run = () => key.export({ format: 'pem', type: 'pkcs8' })
      return { run, agree: run }
    },
    'import private JWK Ed25519': () => {
      const run = () => createPrivateKey({ key: jwk, format: 'jwk' })
      return { run, agree: () => rawOf(run()) }
    },
    'import private PEM Ed25519': () => {
      const run = () => createPrivateKey(pem)
      return { run, agree: () => rawOf(run()) }
    },
  }
}

export function load(): Jobs {
  return {
    ...signatureJobs('Ed25519', ed25519),
    ...signatureJobs('secp256k1', ecdsa('secp256k1')),
    ...signatureJobs('P-256', ecdsa('P-256')),
    ...agreementJobs({
      ...curve25519('X25519'),
      agree: (mine, theirs) =>
        new Uint8Array(diffieHellman({ privateKey: mine, publicKey: publicKey('X25519', theirs) })),
    }),
    ...aeadJobs(cipher),
    ...hkdfJobs(
      (secret, salt, info, length) =>
        new Uint8Array(hkdfSync('sha256', secret, salt ?? '', info, length)),
    ),
    ...digestJobs({
      'sha-256': (body) => hash('sha256', body, 'buffer'),
      'sha-512': (body) => hash('sha512', body, 'buffer'),
    }),
    ...forms(),
  }
}
