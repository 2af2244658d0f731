/**
 * Verifying the proof of one key.
 *
 * @module
 */

import { type Received, received } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import type { ReplayMark } from '../replay.js'
import { anything, type Field, type Fields, type Read, shape } from '../shape.js'
import { handleOf, type LocalAgreement } from '../signing.js'
import type { ProvenKey } from '../trust.js'
import {
  type Expectation,
  expectedFields,
  markAnswered,
  type Once,
  onceFields,
  publicKeyOf,
  readTrust,
} from './expect.js'
import type { Input, Proof, Proven } from './types.js'

const key: Field<Uint8Array> = keyBytes
const readKey = shape({ key } satisfies Fields<verify.Trust>)
const readKeys = shape({ key, identity: key } satisfies Fields<verifyAgreement.Trust>)

type TrustedKey = ReturnType<typeof readKey>
type TrustedKeys = ReturnType<typeof readKeys>

const readOptions = shape(expectedFields satisfies Fields<verify.Options>)
const readOnce = shape(onceFields satisfies Fields<verifyOnce.Options>)
const readAgreement = shape({
  ...expectedFields,
  ephemeral: anything,
} satisfies Fields<verifyAgreement.Options>)
const readAgreementOnce = shape({
  ...onceFields,
  ephemeral: anything,
} satisfies Fields<verifyAgreementOnce.Options>)

/**
 * Verifies the proof of a signing key.
 *
 * This call does not remember the challenge: forget it yourself once it was answered, or call {@link verifyOnce}.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const { did } = Pop.verify(text, { key }, { did: claimedDid, challenge })
 * ```
 *
 * @param trust - The key to be proven: resolved from the DID, or pinned. A `did` that is itself a key, as `did:key`
 * and `did:jwk` are, must be this key.
 * @throws before the signature is checked: `ERR_POP_DID`, `ERR_POP_KEY`, `ERR_POP_AUDIENCE`,
 * `ERR_POP_NONCE`, `ERR_POP_CHALLENGE`, `ERR_POP_NOT_YET`, `ERR_POP_EXPIRED`, `ERR_POP_EPHEMERAL`,
 * `ERR_POP_VERSION`, `ERR_POP_MALFORMED`, a code of JSON or keys. Then `ERR_POP_INVALID`.
 * `ERR_POP_KEY` also for a `did` that is itself another key.
 */
export function verify(proof: Input, trust: verify.Trust, options: verify.Options): Proven {
  const record = received(proof, 'proof')
  const trusted = readTrust(readKey, trust)
  return judge(record, trusted, readOptions(options)).found
}

export declare namespace verify {
  type Trust = {
    /** The key to be proven. */
    readonly key: PublicKey
  }
  type Options = Expectation
}

/**
 * As {@link verify}, but a challenge counts once: it is marked as used after everything else held.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const { did } = await Pop.verifyOnce(text, { key }, { did: claimedDid, challenge, replay })
 * ```
 *
 * @throws as {@link verify}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 */
export async function verifyOnce(
  proof: Input,
  trust: verify.Trust,
  options: verifyOnce.Options,
): Promise<Proven> {
  const record = received(proof, 'proof')
  const trusted = readTrust(readKey, trust)
  const { replay, ...expected } = readOnce(options)
  const { found, mark } = judge(record, trusted, expected)
  await markAnswered(replay, mark)
  return found
}

export declare namespace verifyOnce {
  type Options = verify.Options & Once
}

/**
 * Verifies the proof of an X25519 key.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const trust = { key: agreementKey, identity }
 * Pop.verifyAgreement(proof, trust, { did, challenge, ephemeral })
 * ```
 *
 * @param trust - The X25519 key to be proven, and the key that must vouch for it: resolved from the DID, or pinned.
 * @throws `ERR_POP_IDENTITY` if another key signed, or if `did` is itself another key than `identity`; `ERR_POP_EPHEMERAL` if `ephemeral` is not the key
 * of the challenge; else as {@link verify}.
 */
export function verifyAgreement(
  proof: Input,
  trust: verifyAgreement.Trust,
  options: verifyAgreement.Options,
): Proven {
  const record = received(proof, 'proof')
  const trusted = readTrust(readKeys, trust)
  const { ephemeral, ...expected } = readAgreement(options)
  return judgeAgreement(record, trusted, expected, ephemeral).found
}

export declare namespace verifyAgreement {
  type Trust = verify.Trust & {
    /** The key that must have signed. */
    readonly identity: PublicKey
  }
  type Options = verify.Options & {
    /** The verifier's key of the challenge. */
    readonly ephemeral: LocalAgreement
  }
}

/**
 * As {@link verifyAgreement}, but a challenge counts once: it is marked as used after everything else held.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const trust = { key: agreementKey, identity }
 * await Pop.verifyAgreementOnce(proof, trust, { did, challenge, ephemeral, replay })
 * ```
 *
 * @throws as {@link verifyAgreement}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 */
export async function verifyAgreementOnce(
  proof: Input,
  trust: verifyAgreement.Trust,
  options: verifyAgreementOnce.Options,
): Promise<Proven> {
  const record = received(proof, 'proof')
  const trusted = readTrust(readKeys, trust)
  const { ephemeral, replay, ...expected } = readAgreementOnce(options)
  const { found, mark } = judgeAgreement(record, trusted, expected, ephemeral)
  await markAnswered(replay, mark)
  return found
}

export declare namespace verifyAgreementOnce {
  type Options = verifyAgreement.Options & Once
}

type Expected = Read<typeof expectedFields>
type Judged = { readonly found: Proven; readonly mark: ReplayMark }

function judge({ text, parsed }: Received, { key }: TrustedKey, expected: Expected): Judged {
  const { did, challenge, now, skew } = expected
  return proven(
    call((engine) => engine.popVerify(text, did, key, challenge, now, skew)),
    parsed,
  )
}

function judgeAgreement(
  { text, parsed }: Received,
  { key, identity }: TrustedKeys,
  { did, challenge, now, skew }: Expected,
  ephemeral: unknown,
): Judged {
  const facts = handleOf(ephemeral as LocalAgreement).use((engine, id) =>
    engine.popVerifyAgreement(id, text, did, key, identity, challenge, now, skew),
  )
  return proven(facts, parsed)
}

type Facts = Omit<Proof, 'type'> & { readonly signer: ProvenKey; readonly replay: ReplayMark }

/** Facts of the engine, with keys and times in the types of this API. */
function proven(text: string, parsed: boolean): Judged {
  const facts = JSON.parse(text) as Facts
  const { did, signer, audience, nonce, algorithm } = facts
  const found: Proven = {
    did,
    key: publicKeyOf(facts.key),
    signer,
    audience,
    nonce,
    issued: new Date(facts.issued * 1000),
    expires: new Date(facts.expires * 1000),
    algorithm,
    parsed,
  }
  return { found, mark: facts.replay }
}
