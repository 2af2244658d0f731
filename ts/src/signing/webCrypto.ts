/**
 * Signers over keys of WebCrypto.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { HostKeyPair } from '../host.js'
import { publicKey } from '../key.js'
import { members } from '../shape.js'
import type { Signer } from '../signing.js'

/**
 * A {@link Signer} for a WebCrypto key pair, Ed25519 or ECDSA P-256. The private key may be
 * non-extractable, and should be.
 *
 * @example
 * ```ts
 * const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
 * const signer = await Keys.fromCryptoKey(pair)
 * ```
 *
 * @throws `ERR_ARGUMENT` for another algorithm or a key that may not sign.
 */
export async function fromCryptoKey(pair: HostKeyPair): Promise<Signer> {
  const read = members(pair, 'pair', ['privateKey', 'publicKey'])
  const [privateKey, verifying] = [read.privateKey as CryptoKey, read.publicKey as CryptoKey]
  const kind = webCryptoKind(privateKey, 'pair.privateKey')
  const { usages } = members(privateKey, 'pair.privateKey', ['usages'])
  const signs = Array.isArray(usages) && check.list(usages, 'usages').includes('sign')
  if (webCryptoKind(verifying, 'pair.publicKey') !== kind || !signs)
    throw check.wrong('pair', 'a key pair for signing', pair)
  const raw = await exportKey(verifying)
  return {
    publicKey: publicKey({ type: kind.type, bytes: new Uint8Array(raw) }),
    algorithm: kind.algorithm,
    async sign(message) {
      const bytes = check.bytes(message, 'message') as Uint8Array<ArrayBuffer>
      return new Uint8Array(await globalThis.crypto.subtle.sign(kind.parameters, privateKey, bytes))
    },
  }
}

const webCryptoKinds = {
  Ed25519: { type: 'Ed25519', algorithm: 'ed25519', parameters: { name: 'Ed25519' } },
  ECDSA: {
    type: 'P-256',
    algorithm: 'ecdsa-p256-sha256',
    parameters: { name: 'ECDSA', hash: 'SHA-256' },
  },
} as const

function webCryptoKind(
  key: CryptoKey,
  name: string,
): (typeof webCryptoKinds)[keyof typeof webCryptoKinds] {
  const { algorithm } = members(key, name, ['algorithm'])
  const kind = members(algorithm, `${name}.algorithm`, ['name', 'namedCurve'])
  if (kind.name === 'Ed25519') return webCryptoKinds.Ed25519
  if (kind.name === 'ECDSA' && kind.namedCurve === 'P-256') return webCryptoKinds.ECDSA
  throw check.wrong(name, 'a CryptoKey of Ed25519 or ECDSA P-256', key)
}

/** The platform refuses an object that only looks like a key, in words of its own. */
async function exportKey(key: CryptoKey): Promise<ArrayBuffer> {
  try {
    return await globalThis.crypto.subtle.exportKey('raw', key)
  } catch (cause) {
    const message = 'pair.publicKey must be a CryptoKey that can be exported'
    throw new CountersignError('ERR_ARGUMENT', message, { cause, member: 'pair.publicKey' })
  }
}
