/**
 * Proof of possession as SAGE makes it, byte for byte.
 *
 * Such a proof has no nonce, time or audience: anybody can use a copy of it anywhere, for ever, and the results say so.
 * Refused, unlike in SAGE: keys off the curve, of small order or in a hybrid form, a recovery byte that does not fit, a
 * key that stands twice, a set in which nothing is proven.
 *
 * A DID is opaque text here, but one that is a key (`did:key`, `did:jwk`) is proven by that key alone.
 *
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import { call } from '../engine/slot.js'
import type { Facts, Row } from '../facts.js'
import { anything, type Fields, members, optional, shape } from '../shape.js'
import { signUnsigned } from '../signing/unsigned.js'
import { type Create, checkSigner, type Signed, type Signer } from '../signing.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'

const numbers = { ECDSA: 0, Ed25519: 1, X25519: 2 } as const

/** SAGE's names of key types; `ECDSA` is secp256k1. */
export type TypeName = keyof typeof numbers

/** A key as SAGE stores it. The bytes are part of what is proven: 33, 64 and 65 differ. */
export type StoredKey = {
  readonly type: TypeName
  /** 32 bytes; `ECDSA`: 33 (compressed), 64 (`x ‖ y`) or 65 (`04 ‖ x ‖ y`). */
  readonly data: Uint8Array
}

/** What a proof of SAGE proves. */
export type Proven = {
  readonly did: string
  /** The key that is proven, as it is trusted. */
  readonly signer: ProvenKey
  /** What the format leaves open. */
  readonly unproven: readonly string[]
}

/** The verdict on each key of metadata. */
export type Verdicts = {
  /** `proofs`: whether there is a key that can be proven, and all such keys are proven; `at` a key. */
  readonly facts: Facts<'proofs'>
  readonly keys: readonly Row<
    { readonly type: TypeName; readonly signer: ProvenKey },
    { readonly type: TypeName | null }
  >[]
  /** What the format leaves open; `keys[n]` for an X25519 key. */
  readonly unproven: readonly string[]
}

/** The text that is proven. */
export function challenge(options: challenge.Options): string {
  const { did, data } = readChallenge(options)
  return call((engine) => engine.popSageChallenge(did, data))
}

const readChallenge = shape({
  did: check.text,
  data: check.bytes,
} satisfies Fields<challenge.Options>)

export declare namespace challenge {
  type Options = {
    /** Opaque here. */
    readonly did: string
    /** The key, as it is stored. */
    readonly data: Uint8Array
  }
}

/** SHA-256 of {@link challenge}. */
export function digest(options: digest.Options): Uint8Array {
  const { did, data } = readChallenge(options)
  return call((engine) => engine.popSageDigest(did, data))
}

export declare namespace digest {
  type Options = challenge.Options
}

/**
 * Proves possession of the key of `signer`, stored as `key`. At once for a local signer.
 *
 * @example
 * ```ts
 * const proof = Sage.Pop.prove({ type: 'Ed25519', data }, signer, { did })
 * ```
 *
 * @returns 64 bytes; `ECDSA`: 65, `r ‖ s ‖ v`.
 * @throws `ERR_POP_UNPROVABLE` for X25519; `ERR_KEY_ALGORITHM` for a signer with another algorithm (a
 * secp256k1 signer needs SHA-256); `ERR_POP_INVALID` for one of another key; a code of keys.
 */
export function prove<S extends Signer>(
  key: StoredKey,
  signer: S,
  options: prove.Options,
): Signed<S, Uint8Array> {
  const stored = readStored(key, 'key')
  const { algorithm } = checkSigner(signer)
  const { did } = readOptions(options)
  const { number, data } = checkStored(stored, 'key')
  const make: Create = (engine) => engine.popSageUnsigned(did, number, data, algorithm)
  return signUnsigned(signer, make)
}

export declare namespace prove {
  type Options = {
    /** Opaque here. */
    readonly did: string
  }
}

/**
 * Verifies one proof.
 *
 * Costs at most 16 signature checks: 1 for each trusted key that may be the agent's.
 *
 * @example
 * ```ts
 * const { unproven } = Sage.Pop.verify(proof, { key: publicKey }, { did })
 * ```
 *
 * @param trust - The keys that the DID may prove, for `authentication`. The proof names none of them.
 * @throws `ERR_POP_KEY` if no trusted key may be the DID's, or none is `stored`; `ERR_POP_UNPROVABLE`,
 * `ERR_POP_MISSING` for no bytes, `ERR_POP_INVALID`; `ERR_TRUST_CHECKS` if more than 16 keys may have signed; a code of
 * keys.
 */
export function verify(
  proof: Uint8Array,
  trust: Trust | TrustInput,
  options: verify.Options,
): Proven {
  const trusted = prepareTrust(trust)
  const { did, stored, now } = readVerify(options)
  // Bytes come last: all that was read has getters, which could take their memory away.
  const bytes = check.bytes(proof, 'proof')
  const { number, data } = stored === undefined ? notStored : checkStored(stored, 'stored')
  const has = stored !== undefined
  return JSON.parse(
    call((engine) =>
      engine.popSageVerify(bytes, trustHandle(trusted), did, has, number, data, now),
    ),
  )
}

export declare namespace verify {
  type Options = prove.Options & {
    /** The key as it is stored. Default: each trusted key in the form that SAGE writes. */
    readonly stored?: StoredKey
    /** The time, for keys that expire. Default: now. */
    readonly now?: Date
  }
}

const notStored = { number: 0, data: new Uint8Array() }

/** What is read of V4 metadata. */
export type AgentKeys = { readonly did: string; readonly keys: readonly object[] | null }

/**
 * Verifies the proofs of all keys of V4 metadata, with a verdict for each.
 *
 * Costs at most 64 signature checks: 1 a key.
 *
 * @example
 * ```ts
 * const { keys, unproven } = requireFacts(Sage.Pop.verifyAll(metadata))
 * ```
 *
 * @throws `ERR_POP_MALFORMED` without keys; `ERR_LIMIT_EXCEEDED` over 64; an `ERR_JSON_` code. What is
 * wrong with one key is its verdict.
 */
export function verifyAll(metadata: AgentKeys): Verdicts {
  const read = members(metadata, 'metadata', ['did', 'keys'])
  const did = check.text(read.did, 'metadata.did')
  const keys = print(read.keys, 'metadata.keys')
  return JSON.parse(call((engine) => engine.popSageVerifyAll(did, keys))) as Verdicts
}

const typeNames = Object.keys(numbers) as TypeName[]

const shapeOfStored = shape({ type: anything, data: anything } satisfies Fields<StoredKey>)

const readOptions = shape({ did: check.text } satisfies Fields<prove.Options>)

const readVerify = shape({
  did: check.text,
  stored: optional(readStored),
  now: check.secondsOrNow,
} satisfies Fields<verify.Options>)

type ReadStored = { readonly type: unknown; readonly data: unknown }

function readStored(key: unknown, name: string): ReadStored {
  return shapeOfStored(check.record(key, name), name)
}

/** A copy: the bytes could change while an external signer works. */
function checkStored(key: ReadStored, name: string): { number: number; data: Uint8Array } {
  const number = numbers[check.oneOf(key.type, `${name}.type`, typeNames)]
  return { number, data: check.bytes(key.data, `${name}.data`).slice() }
}
