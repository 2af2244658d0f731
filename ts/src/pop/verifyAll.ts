/**
 * Verifying the proofs of all keys of one agent.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Row } from '../facts.js'
import { writeFrames } from '../frames.js'
import type { ReplayMark } from '../replay.js'
import { type Fields, optional, type Read, shape } from '../shape.js'
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
import type { Input, Verdict, Verdicts } from './types.js'

const fields = { ...expectedFields, ephemeral: optional(agreementOf) }
const readOptions = shape(fields satisfies Fields<verifyAll.Options>)
const readOnce = shape({ ...onceFields, ...fields } satisfies Fields<verifyAllOnce.Options>)

/**
 * Verifies the proofs of many keys of one agent, with a verdict for each.
 *
 * An X25519 key counts only beside the proven key that vouches for it. This call does not remember the challenge:
 * forget it yourself once it was answered, or call {@link verifyAllOnce}.
 *
 * Costs at most 64 signature checks: 1 a key.
 *
 * @example
 * ```ts
 * const { keys } = requireFacts(Pop.verifyAll(proofs, { keys: resolved }, { did, challenge }))
 * ```
 *
 * @param proofs - In the order of the trusted keys; `null` where there is none.
 * @param trust - Every key to be proven, pinned or in the document of the DID: pinned ones first, each in the order of
 * its list. A key that is listed twice counts once, where it first stands.
 * @throws `ERR_POP_MALFORMED` unless there is one proof or `null` for each key; `ERR_LIMIT_EXCEEDED` over 64 keys.
 * What is wrong with one proof is its verdict.
 */
export function verifyAll(
  proofs: readonly (Input | null)[],
  trust: Trust | TrustInput,
  options: verifyAll.Options,
): Verdicts {
  const list = proofList(proofs)
  const trusted = prepareTrust(trust)
  return judge(list, trusted, readOptions(options)).found
}

export declare namespace verifyAll {
  type Options = Expectation & {
    /** The verifier's key of the challenge, for X25519 keys. */
    readonly ephemeral?: LocalAgreement
  }
}

/**
 * As {@link verifyAll}, but a challenge counts once. It is used up as soon as one key is proven, whatever became of the
 * others, so that the verdict on one key can be relied on; the other keys then need a new challenge. If no key is
 * proven, nothing is used up.
 *
 * Costs at most 64 signature checks: 1 a key.
 *
 * @example
 * ```ts
 * requireFacts(await Pop.verifyAllOnce(proofs, { keys: resolved }, { did, challenge, replay }))
 * ```
 *
 * @throws as {@link verifyAll}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 */
export async function verifyAllOnce(
  proofs: readonly (Input | null)[],
  trust: Trust | TrustInput,
  options: verifyAllOnce.Options,
): Promise<Verdicts> {
  const list = proofList(proofs)
  const trusted = prepareTrust(trust)
  const { replay, ...expected } = readOnce(options)
  const { found, mark } = judge(list, trusted, expected)
  if (mark !== null) await markAnswered(replay, mark)
  return found
}

export declare namespace verifyAllOnce {
  type Options = verifyAll.Options & Once
}

type Judged = { readonly found: Verdicts; readonly mark: ReplayMark | null }

function judge(list: Uint8Array, trust: Trust, expected: Read<typeof fields>): Judged {
  const { did, challenge, now, skew, ephemeral } = expected
  const text =
    ephemeral === undefined
      ? call((engine) => engine.popVerifyAll(list, trustHandle(trust), did, challenge, now, skew))
      : ephemeral.use((engine, id) =>
          engine.popVerifyAllWith(id, list, trustHandle(trust), did, challenge, now, skew),
        )
  const { facts, keys, replay } = JSON.parse(text) as Report
  return { found: { facts, keys: keys.map(verdict) }, mark: replay }
}

type Report = Pick<Verdicts, 'facts'> & {
  readonly keys: readonly Judgement[]
  readonly replay: ReplayMark | null
}

type Judgement = Row<{ readonly signer: ProvenKey }, { readonly key: string }>

function verdict(row: Judgement): Verdict {
  return { ...row, key: publicKeyOf(row.key) }
}

/** The proofs as they cross, each as a list of one or none; the engine reads each by itself. */
function proofList(proofs: unknown): Uint8Array {
  return writeFrames(check.list(proofs, 'proofs').map(proofFrame), 'proofs')
}

function proofFrame(proof: unknown, index: number): Uint8Array {
  const name = `proofs[${index}]`
  return writeFrames(proof === null ? [] : [receive(proof, name).text], name)
}
