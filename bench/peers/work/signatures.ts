/**
 * Signatures and key agreement, done by other packages.
 *
 * A secret key is held as ready as the package can hold it, as our signer is, unless the case says that it is
 * imported. A public key is raw bytes and is read in each call, as ours is, unless the case says that it is ready:
 * then a package that has such a key holds it, and the others, as ours, read the bytes.
 *
 * @module
 */

import type { Job, Jobs } from '../../case.js'
import { bytes, secret } from '../../input.js'

type Later<T> = T | Promise<T>

/** A signature scheme as a package offers it. `K` is its ready key. */
export type Scheme<K> = {
  /** Whether its functions give promises. */
  later?: true
  /** A fresh key pair, public key included. */
  generate: () => unknown
  publicKey: (secret: Uint8Array) => Later<Uint8Array>
  key: (secret: Uint8Array) => Later<K>
  sign: (key: K, message: Uint8Array) => Later<Uint8Array>
  verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Later<boolean>
  /** A public key held ready, and the check by it, where the package has such a key. */
  ready?: (
    publicKey: Uint8Array,
  ) => Later<(message: Uint8Array, signature: Uint8Array) => Later<boolean>>
  /** The signer of a message, from `r ‖ s ‖ v`. */
  recover?: (message: Uint8Array, signature: Uint8Array) => Uint8Array
  signRecoverable?: (key: K, message: Uint8Array) => Uint8Array
  /** Where signatures are drawn: checks one by another package, and gives that package's own of the message. */
  stand?: (signature: Uint8Array, message: Uint8Array) => Promise<Uint8Array>
}

export const types = ['Ed25519', 'secp256k1', 'P-256'] as const
export type Type = (typeof types)[number]

/** Message sizes beside 256 B, as SAGE's baseline report has them. */
export const signSizes: Readonly<Record<Type, readonly number[]>> = {
  Ed25519: [64, 1024, 4096, 16_384, 65_536],
  secp256k1: [1024],
  'P-256': [],
}
export const verifySizes: Readonly<Record<Type, readonly number[]>> = {
  Ed25519: [1024],
  secp256k1: [1024],
  'P-256': [],
}

/** The names of the cases that a scheme of `type` has jobs for. */
export function signatureNames(type: Type, recovers = false): readonly string[] {
  return [
    `generate ${type}`,
    `sign ${type}`,
    `sign ${type}, secret imported`,
    ...signSizes[type].map((size) => `sign ${type}, ${size} B`),
    `verify ${type}`,
    ...verifySizes[type].map((size) => `verify ${type}, ${size} B`),
    `verify ${type}, key ready`,
    ...(recovers ? [`sign ${type}, recoverable`, `recover ${type}`] : []),
  ]
}

/** The jobs of `scheme`. */
export function signatureJobs<K>(type: Type, scheme: Scheme<K>): Jobs {
  const mark = scheme.later ? { later: true as const } : {}
  return {
    [`generate ${type}`]: () => ({
      ...mark,
      run: scheme.generate,
      agree: () => scheme.publicKey(secret(1)),
    }),
    [`sign ${type}`]: () => signing(scheme, 256),
    [`sign ${type}, secret imported`]: () => importing(scheme),
    ...Object.fromEntries(
      signSizes[type].map((size) => [`sign ${type}, ${size} B`, () => signing(scheme, size)]),
    ),
    [`verify ${type}`]: () => verifying(scheme, 256),
    ...Object.fromEntries(
      verifySizes[type].map((size) => [`verify ${type}, ${size} B`, () => verifying(scheme, size)]),
    ),
    [`verify ${type}, key ready`]: () => verifying(scheme, 256, true),
    ...recovering(type, scheme),
  }
}

async function signing<K>(scheme: Scheme<K>, size: number): Promise<Job> {
  const key = await scheme.key(secret(1))
  const message = bytes(size)
  const run = () => scheme.sign(key, message)
  return { ...(scheme.later && { later: true }), run, agree: () => agreed(scheme, run, message) }
}

async function agreed<K>(
  scheme: Scheme<K>,
  run: () => Later<Uint8Array>,
  message: Uint8Array,
): Promise<Uint8Array> {
  const signature = await run()
  return scheme.stand ? scheme.stand(signature, message) : signature
}

function importing<K>(scheme: Scheme<K>): Job {
  const message = bytes(256)
  const later = async () => scheme.sign(await scheme.key(secret(1)), message)
  // A scheme that is not later holds no promise here.
  const now = () => scheme.sign(scheme.key(secret(1)) as K, message)
  const run = scheme.later ? later : now
  return { ...(scheme.later && { later: true }), run, agree: () => agreed(scheme, run, message) }
}

async function verifying<K>(scheme: Scheme<K>, size: number, ready = false): Promise<Job> {
  const message = bytes(size)
  const publicKey = await scheme.publicKey(secret(1))
  const signature = await scheme.sign(await scheme.key(secret(1)), message)
  const importing = (text: Uint8Array, claim: Uint8Array) => scheme.verify(publicKey, text, claim)
  const check = (ready && (await scheme.ready?.(publicKey))) || importing
  const run = () => check(message, signature)
  const changed = () => check(bytes(size - 1), signature)
  const agree = async () => [await run(), await changed()]
  return { ...(scheme.later && { later: true }), run, agree }
}

function recovering<K>(type: Type, { key, recover, signRecoverable }: Scheme<K>): Jobs {
  if (recover === undefined || signRecoverable === undefined) return {}
  const message = bytes(256)
  const sign = async () => {
    const ready = await key(secret(1))
    return () => signRecoverable(ready, message)
  }
  return {
    [`sign ${type}, recoverable`]: async () => {
      const run = await sign()
      return { run, agree: run }
    },
    [`recover ${type}`]: async () => {
      const signature = (await sign())()
      const run = () => recover(message, signature)
      return { run, agree: run }
    },
  }
}
