/**
 * The operations whose time must not tell the secret, and the two controls.
 *
 * Between the classes only the secret differs: every call has the same message and the same other key, and a fixed
 * secret is written anew into memory of its own as a random one is. What follows from the secret and is public (a
 * public key, a signature) differs with it.
 *
 * @module
 */

import { randomFillSync, randomInt } from 'node:crypto'
import type { Api } from '../case.js'
import { bytes } from '../input.js'
import { type Make, plant, type Ready } from './measure.js'

/** An operation on secrets of both classes. */
export type Operation = {
  readonly name: string
  /** A control is judged before all else: `planted` must be found, `same` must not. */
  readonly control?: 'planted' | 'same'
  readonly make: (api: Api) => Make
}

/** Valid for each curve, and small, so that a loop over its bits or limbs would show. */
const fixedSecret = new Uint8Array(32)
fixedSecret[31] = 3

/**
 * A secret of a class. A random one is no scalar of secp256k1 once in 2^128, and of P-256 once in 2^32.
 *
 * The fixed one is drawn first and overwritten: what Node draws into has memory outside of V8's heap from then on, and what
 * it did not gets that in the first call that reads it, which takes 0.1 us and would tell the classes apart.
 */
function secretOf(fixed: boolean): Uint8Array {
  const secret = randomFillSync(new Uint8Array(32))
  if (fixed) secret.set(fixedSecret)
  return secret
}

type SigningType = 'Ed25519' | 'secp256k1' | 'P-256'

const message = bytes(64)

const keygen = (type: SigningType | 'X25519'): Operation => ({
  name: `${type} public key`,
  make: (api) => (fixed) => keygenOf(api, type, secretOf(fixed)),
})

function keygenOf(api: Api, type: SigningType | 'X25519', secret: Uint8Array): Ready {
  let made: { close: () => void } | undefined
  const run = () => {
    made = api.Keys.fromSecret(type as 'Ed25519', secret)
  }
  return { run, close: () => made?.close() }
}

const sign = (type: SigningType): Operation => ({
  name: `${type} sign`,
  make: (api) => (fixed) => {
    const signer = api.Keys.fromSecret(type, secretOf(fixed))
    return { run: () => signer.sign(message), close: () => signer.close() }
  },
})

const agree = (type: 'X25519' | 'secp256k1' | 'P-256'): Operation => ({
  name: `${type} agree`,
  make: (api) => {
    const other = api.Keys.fromSecret(type as 'X25519', new Uint8Array(32).fill(7)).publicKey
    return (fixed) => {
      const secret = secretOf(fixed)
      return { run: () => api.Ecdh.agree({ type, secret, publicKey: other }) }
    }
  },
})

/**
 * `size` new keys, in the order that they have in a ring: sorted. Which of them is made first is drawn, as what was made last
 * is in nearer caches.
 */
function membersOf(api: Api, type: 'Ed25519' | 'secp256k1', size: number): LocalSigner[] {
  const first = randomInt(size)
  const members = Array.from({ length: size }, (_, index) =>
    api.Keys.fromSecret(type as 'Ed25519', new Uint8Array(32).fill(1 + ((first + index) % size))),
  )
  const keyOf = (member: LocalSigner) => Buffer.from(member.publicKey.bytes)
  return members.sort((one, other) => Buffer.compare(keyOf(one), keyOf(other)))
}

const ringOf = (api: Api, members: readonly LocalSigner[]) =>
  api.Ring.prepare(members.map(({ publicKey }) => publicKey))

/**
 * Who signs: the first member in the fixed class, one of the others in the random one. Keys are new in each call: what is
 * used again is in nearer caches, and the classes use each key unequally.
 */
function ringCall(api: Api, { type, size, shared }: Ring, fixed: boolean): Ready {
  const members = membersOf(api, type, size)
  const ring = shared ?? ringOf(api, members)
  const drawn = members[randomInt(1, size)] as LocalSigner
  const signer = fixed ? (members[0] as LocalSigner) : drawn
  const close = () => {
    for (const member of members) member.close()
    if (shared === undefined) ring.close()
  }
  return { run: () => ring.sign(message, signer), close }
}

/** A ring that signs once. */
const signInRing = (type: 'Ed25519' | 'secp256k1', size: number): Operation => ({
  name: `${type} ring of ${size}, who signs`,
  make: (api) => (fixed) => ringCall(api, { type, size }, fixed),
})

/** A ring that signed before: one of at most eight signs by tables of its members. */
const signInPreparedRing = (size: number): Operation => ({
  name: `Ed25519 ring of ${size} that signed before, who signs`,
  make: (api) => {
    const members = membersOf(api, 'Ed25519', size)
    const shared = ringOf(api, members)
    for (const member of members) shared.sign(message, member)
    return (fixed) => ringCall(api, { type: 'Ed25519', size, shared }, fixed)
  },
})

type Ring = { type: 'Ed25519' | 'secp256k1'; size: number; shared?: Prepared }

type Prepared = ReturnType<Api['Ring']['prepare']>
type LocalSigner = Parameters<Api['Ring']['sign']>[1]

/** Fixed: a tag that is right up to its last bit. Random: one that is wrong from its first byte on. */
const wrongTag: Operation = {
  name: 'session open, wrong tag',
  make: (api) => {
    const [from, to] = (['initiator', 'responder'] as const).map((role) =>
      api.Session.create({ secret: new Uint8Array(32).fill(9), role }),
    ) as [Sided, Sided]
    const sealed = from.seal(message)
    const near = sealed.slice()
    near[near.length - 1] = (near.at(-1) as number) ^ 1
    return (fixed) => {
      const forged = randomFillSync(sealed.slice(), sealed.length - 16)
      if (fixed) forged.set(near)
      return { run: () => refusal(() => to.open(forged)) }
    }
  },
}

type Sided = ReturnType<Api['Session']['create']>

/** What `open` throws; a forgery that opens is a fault of its own. */
function refusal(open: () => unknown): unknown {
  try {
    open()
  } catch (error) {
    return error
  }
  throw new Error('a message with a wrong tag was opened')
}

/** An Ed25519 signature, and after it a branch on each bit of the seed. */
const planted: Operation = {
  name: 'control: a planted branch',
  control: 'planted',
  make: (api) => (fixed) => {
    const secret = secretOf(fixed)
    const signer = api.Keys.fromSecret('Ed25519', secret)
    const run = () => [signer.sign(message), plant(secret)]
    return { run, close: () => signer.close() }
  },
}

/** Two classes that are one, made by the same steps as the others: whatever is seen here is the machine or the method. */
const same: Operation = {
  name: 'control: both classes random',
  control: 'same',
  make: (api) => (fixed) => {
    const [secret, other] = [secretOf(false), secretOf(false)]
    if (fixed) secret.set(other)
    return keygenOf(api, 'Ed25519', secret)
  },
}

export const operations: readonly Operation[] = [
  planted,
  same,
  keygen('Ed25519'),
  sign('Ed25519'),
  keygen('X25519'),
  agree('X25519'),
  keygen('secp256k1'),
  sign('secp256k1'),
  agree('secp256k1'),
  keygen('P-256'),
  sign('P-256'),
  agree('P-256'),
  signInRing('Ed25519', 4),
  signInRing('Ed25519', 32),
  signInRing('secp256k1', 4),
  signInRing('secp256k1', 32),
  signInPreparedRing(4),
  signInPreparedRing(8),
  signInPreparedRing(32),
  wrongTag,
]
