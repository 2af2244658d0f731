/**
 * What every adapter does with its service: asks, reads the answer, and makes a {@link Signer} of both.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { defaultAlgorithm, type KeyType, type PublicKey, type SigningKeyType } from '../key.js'
import { signatureFromDer } from '../keys/ecdsa.js'
import { members } from '../shape.js'
import type { Signer } from '../signing.js'

/** Checks that `client` has these methods; its types say what they are. */
export function checkClient(client: unknown, name: string, methods: readonly string[]): void {
  const found = members(client, name, methods)
  for (const method of methods) check.callable(found[method], `${name}.${method}`)
}

/**
 * Asks `service`, by its name for people.
 *
 * @throws `ERR_SIGNER_UNAVAILABLE` with what the client threw as its cause.
 */
export async function ask<T>(service: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause
    throw unavailable(`${service} refused, failed or did not answer`, { cause })
  }
}

/** A service that signs nothing now. `reason` is what it says itself. */
export function unavailable(
  message: string,
  details: Pick<CountersignError.Options, 'cause' | 'reason' | 'got'>,
): CountersignError {
  return new CountersignError('ERR_SIGNER_UNAVAILABLE', message, details)
}

/** Reads an answer of `service`; what cannot be read is no key and no signature. */
export function read<T>(service: string, what: string, from: () => T): T {
  try {
    return from()
  } catch (cause) {
    throw new CountersignError('ERR_SIGNER_INVALID', `${service} gave no ${what}`, { cause })
  }
}

/** Members of an answer of `service`. */
export function fields<const Name extends string>(
  service: string,
  answer: unknown,
  names: readonly Name[],
): Readonly<Record<Name, unknown>> {
  return read(service, 'answer that can be read', () => members(answer, 'answer', names))
}

/** What `kinds` has for what a service calls its key. */
export function kindOf<T>(kinds: Readonly<Record<string, T>>, member: string, got: unknown): T {
  const name = String(got)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) throw wrongKey(member, Object.keys(kinds).join(', '), name)
  return kind
}

/** A key that the service has, and that signs nothing here. */
export function wrongKey(member: string, want: string, got: string): CountersignError {
  const message = `the key of the service has ${member} ${got}: make one with ${want}`
  return new CountersignError('ERR_KEY_ALGORITHM', message, { member, want, got })
}

/** The signer over a service. `sign` gives 64 raw bytes; whoever uses the signer checks them. */
export function signerOver(
  service: string,
  publicKey: PublicKey,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Signer {
  return {
    publicKey,
    algorithm: defaultAlgorithm(publicKey.type),
    sign: (message) => ask(service, () => sign(check.bytes(message, 'message'))),
  }
}

/** The key that `from` reads, which must be of `type`. */
export function readKey(service: string, type: SigningKeyType, from: () => PublicKey): PublicKey {
  const key = read(service, 'public key', from)
  if (key.type !== type) throw wrongKey('type', type, key.type)
  return key
}

/** The raw bytes of a signature in DER. */
export function readDer(service: string, type: KeyType, der: unknown): Uint8Array {
  return read(service, 'signature', () => signatureFromDer(check.bytes(der, 'signature'), type))
}

/** The raw bytes of a signature that came raw. */
export function readRaw(service: string, signature: unknown): Uint8Array {
  return read(service, 'signature', () => check.bytes(signature, 'signature'))
}

/** SHA-256, by the host: services of ECDSA sign the digest. */
export async function sha256(message: Uint8Array): Promise<Uint8Array> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', message.slice())
  return new Uint8Array(digest)
}
