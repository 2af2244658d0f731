/**
 * Verifying the proof of one key.
 *
 * @module
 */

import { type Received, receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Handle } from '../handle.js'
import type { ReplayMark } from '../replay.js'
import { type Fields, type Read, shape } from '../shape.js'
import { agreementOf, type LocalAgreement } from '../signing.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import {
  type Expectation,
  expectedFields,
  markAnswered,
  type Once,
  onceFields,
  publicKeyOf,
} from './expect.js'
import type { Input, Proof, Proven } from './types.js'

const readOptions = shape(expectedFields satisfies Fields<verify.Options>)
const readOnce = shape(onceFields satisfies Fields<verifyOnce.Options>)
const readAgreement = shape({
  ...expectedFields,
  ephemeral: agreementOf,
} satisfies Fields<verifyAgreement.Options>)
const readAgreementOnce = shape({
  ...onceFields,
  ephemeral: agreementOf,
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
 * @param trust - The keys that the DID may prove: its document, or pinned ones. The proof names one of them, which must
 * be trusted for `authentication`, and not as that of another DID. A key that only the proof brings is never taken. A
 * `did` that is itself a key, as `did:key` and `did:jwk` are, must be this key.
 * @throws before the signature is checked: `ERR_POP_DID`, `ERR_POP_KEY`, `ERR_POP_AUDIENCE`,
 * `ERR_POP_NONCE`, `ERR_POP_CHALLENGE`, `ERR_POP_NOT_YET`, `ERR_POP_EXPIRED`, `ERR_POP_EPHEMERAL`,
 * `ERR_POP_VERSION`, `ERR_POP_MALFORMED`, a code of JSON, keys or trust. Then `ERR_POP_INVALID`.
 * `ERR_POP_KEY` also for a `did` that is itself another key.
 */
export function verify(proof: Input, trust: Trust | TrustInput, options: verify.Options): Proven {
  const record = receive(proof, 'proof')
  const trusted = prepareTrust(trust)
  return judge(record, trusted, readOptions(options)).found
}

export declare namespace verify {
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
  trust: Trust | TrustInput,
  options: verifyOnce.Options,
): Promise<Proven> {
  const record = receive(proof, 'proof')
  const trusted = prepareTrust(trust)
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
 * const trust = { keys: [{ key: agreementKey }, { key: identity }] }
 * Pop.verifyAgreement(proof, trust, { did, challenge, ephemeral })
 * ```
 *
 * @param trust - The X25519 keys that the DID may prove, for `keyAgreement`, and the keys that may vouch for them, for
 * `authentication`: its document, or pinned ones. The proof names one of each.
 * @throws `ERR_POP_IDENTITY` if no trusted key signed, or if `did` is itself another key; `ERR_POP_EPHEMERAL` if
 * `ephemeral` is not the key of the challenge; else as {@link verify}.
 */
export function verifyAgreement(
  proof: Input,
  trust: Trust | TrustInput,
  options: verifyAgreement.Options,
): Proven {
  const record = receive(proof, 'proof')
  const trusted = prepareTrust(trust)
  const { ephemeral, ...expected } = readAgreement(options)
  return judgeAgreement(record, trusted, expected, ephemeral).found
}

export declare namespace verifyAgreement {
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
 * const trust = { keys: [{ key: agreementKey }, { key: identity }] }
 * await Pop.verifyAgreementOnce(proof, trust, { did, challenge, ephemeral, replay })
 * ```
 *
 * @throws as {@link verifyAgreement}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 */
export async function verifyAgreementOnce(
  proof: Input,
  trust: Trust | TrustInput,
  options: verifyAgreementOnce.Options,
): Promise<Proven> {
  const record = receive(proof, 'proof')
  const trusted = prepareTrust(trust)
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

function judge({ text, parsed }: Received, trust: Trust, expected: Expected): Judged {
  const { did, challenge, now, skew } = expected
  return readJudged(
    call((engine) => engine.popVerify(text, trustHandle(trust), did, challenge, now, skew)),
    parsed,
  )
}

function judgeAgreement(
  { text, parsed }: Received,
  trust: Trust,
  { did, challenge, now, skew }: Expected,
  ephemeral: Handle,
): Judged {
  const facts = ephemeral.use((engine, id) =>
    engine.popVerifyAgreement(id, text, trustHandle(trust), did, challenge, now, skew),
  )
  return readJudged(facts, parsed)
}

type Facts = Omit<Proof, 'type'> & { readonly signer: ProvenKey; readonly replay: ReplayMark }

/** Facts of the engine, with keys and times in the types of this API. */
function readJudged(text: string, parsed: boolean): Judged {
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
