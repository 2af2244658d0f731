/**
 * Verifying the proof of one key.
 *
 * @module
 */

import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import type { ReplayMark } from '../replay.js'
import { anything, type Field, type Fields, shape } from '../shape.js'
import { handleOf, type LocalAgreement } from '../signing.js'
import { type Expectation, expectedFields, type Once, once, publicKeyOf } from './expect.js'
import type { Input, Proof, Proven } from './types.js'

const key: Field<Uint8Array> = keyBytes
const readOptions = shape({
  ...expectedFields,
  key,
} satisfies Fields<verify.Options & Once>)
const readAgreement = shape({
  ...expectedFields,
  key,
  identity: keyBytes,
  ephemeral: anything,
} satisfies Fields<verifyAgreement.Options & Once>)

/**
 * Verifies the proof of a signing key.
 *
 * With a {@link ReplayStore} the challenge is marked as used after all else held, and a promise is
 * given.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const { did } = Pop.verify(text, { did: claimed, key, challenge })
 * ```
 *
 * @throws before the signature is checked: `ERR_POP_DID`, `ERR_POP_KEY`, `ERR_POP_AUDIENCE`,
 * `ERR_POP_NONCE`, `ERR_POP_CHALLENGE`, `ERR_POP_NOT_YET`, `ERR_POP_EXPIRED`, `ERR_POP_EPHEMERAL`,
 * `ERR_POP_VERSION`, `ERR_POP_MALFORMED`, a code of JSON or keys. Then `ERR_POP_INVALID`, and
 * `ERR_REPLAY`. `ERR_POP_KEY` also for a `did` that is itself another key, as `did:key` and `did:jwk` are.
 */
export function verify(proof: Input, options: verify.Options & Once): Promise<Proven>
export function verify(proof: Input, options: verify.Options): Proven
export function verify(
  proof: Input,
  options: verify.Options & Partial<Once>,
): Proven | Promise<Proven> {
  const { text, parsed } = received(proof, 'proof')
  const { did, key, challenge, now, skew, replay } = readOptions(options)
  const facts = call((engine) => engine.popVerify(text, did, key, challenge, now, skew))
  return proven(facts, parsed, replay)
}

export declare namespace verify {
  type Options = Expectation & {
    /** The key to be proven: resolved from the DID, or pinned. */
    readonly key: PublicKey
  }
}

/**
 * Verifies the proof of an X25519 key.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * Pop.verifyAgreement(proof, { did, key: agreementKey, identity, ephemeral, challenge })
 * ```
 *
 * @throws `ERR_POP_IDENTITY` if another key signed, or if `did` is itself another key than `identity`; `ERR_POP_EPHEMERAL` if `ephemeral` is not the key
 * of the challenge; else as {@link verify}.
 */
export function verifyAgreement(
  proof: Input,
  options: verifyAgreement.Options & Once,
): Promise<Proven>
export function verifyAgreement(proof: Input, options: verifyAgreement.Options): Proven
export function verifyAgreement(
  proof: Input,
  options: verifyAgreement.Options & Partial<Once>,
): Proven | Promise<Proven> {
  const { text, parsed } = received(proof, 'proof')
  const { did, key, identity, challenge, now, skew, replay, ...read } = readAgreement(options)
  const facts = handleOf(read.ephemeral as LocalAgreement).use((engine, id) =>
    engine.popVerifyAgreement(id, text, did, key, identity, challenge, now, skew),
  )
  return proven(facts, parsed, replay)
}

export declare namespace verifyAgreement {
  type Options = verify.Options & {
    /** The key that must have signed. */
    readonly identity: PublicKey
    /** The verifier's key of the challenge. */
    readonly ephemeral: LocalAgreement
  }
}

type Facts = Omit<Proof, 'type'> & { readonly replay: ReplayMark }

/** Facts of the engine, with keys and times in the types of this API; marked, if there is a store. */
function proven(text: string, parsed: boolean, replay: unknown): Proven | Promise<Proven> {
  const facts = JSON.parse(text) as Facts
  const { did, audience, nonce, algorithm } = facts
  const found: Proven = {
    did,
    key: publicKeyOf(facts.key),
    audience,
    nonce,
    issued: new Date(facts.issued * 1000),
    expires: new Date(facts.expires * 1000),
    algorithm,
    trust: 'trusted',
    ...(Object.hasOwn(facts, 'identityKey') && {
      identityKey: publicKeyOf(facts.identityKey as string),
    }),
    parsed,
  }
  return once(found, facts.replay, replay)
}
