/**
 * Verifying the proofs of all keys of one agent.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import type { ReplayMark } from '../replay.js'
import { anything, type Fields, shape } from '../shape.js'
import { handleOf, type LocalAgreement } from '../signing.js'
import { type Expectation, expectedFields, type Once, once, publicKeyOf } from './expect.js'
import type { Input, Verdict, Verdicts } from './types.js'

const readOptions = shape({
  ...expectedFields,
  keys: keyList,
  ephemeral: anything,
} satisfies Fields<verifyAll.Options & Once>)

/**
 * Verifies the proofs of many keys of one agent, with a verdict for each.
 *
 * An X25519 key counts only beside the proven key that vouches for it.
 *
 * Costs at most 64 signature checks: 1 a key.
 *
 * With a store, the challenge is used up as soon as one key is proven, whatever became of the others, so
 * that the row of one key can be relied on; what is missing then needs a new challenge. Where none is
 * proven, nothing is used up.
 *
 * @example
 * ```ts
 * const { ok, keys } = Pop.verifyAll(proofs, { did, keys: resolved, challenge })
 * ```
 *
 * @param proofs - In the order of `keys`; `null` where there is none.
 * @throws `ERR_POP_MALFORMED` unless there is one proof or `null` for each key, and each key stands
 * once; `ERR_LIMIT_EXCEEDED` over 64 keys; `ERR_REPLAY`. What is wrong with one proof is its verdict.
 */
export function verifyAll(
  proofs: readonly (Input | null)[],
  options: verifyAll.Options & Once,
): Promise<Verdicts>
export function verifyAll(proofs: readonly (Input | null)[], options: verifyAll.Options): Verdicts
export function verifyAll(
  proofs: readonly (Input | null)[],
  options: verifyAll.Options & Partial<Once>,
): Verdicts | Promise<Verdicts> {
  const list = JSON.stringify(check.list(proofs, 'proofs').map(proofText))
  const { did, keys, challenge, now, skew, replay, ephemeral } = readOptions(options)
  const names = JSON.stringify(keys.map((key) => call((engine) => engine.multikeyEncode(key))))
  const text =
    ephemeral === undefined
      ? call((engine) => engine.popVerifyAll(did, names, list, challenge, now, skew))
      : handleOf(ephemeral as LocalAgreement).use((engine, id) =>
          engine.popVerifyAllWith(id, did, names, list, challenge, now, skew),
        )
  const facts = JSON.parse(text) as Facts
  const verdicts = { ok: facts.ok, keys: facts.keys.map(verdict) }
  if (facts.replay !== null) return once(verdicts, facts.replay, replay)
  // Nothing to mark. With a store, the answer is a promise all the same.
  return replay === undefined ? verdicts : Promise.resolve(verdicts)
}

export declare namespace verifyAll {
  type Options = Expectation & {
    /** Every key to be proven. */
    readonly keys: readonly PublicKey[]
    /** The verifier's key of the challenge, for X25519 keys. */
    readonly ephemeral?: LocalAgreement
  }
}

type Row = { readonly key: string; readonly ok: boolean; readonly code?: string }
type Facts = {
  readonly ok: boolean
  readonly keys: readonly Row[]
  readonly replay: ReplayMark | null
}

function verdict(row: Row): Verdict {
  return { ...row, key: publicKeyOf(row.key) } as Verdict
}

/** A proof as text; the engine reads each by itself. */
function proofText(proof: unknown, at: number): string | null {
  return proof === null ? null : received(proof, `proofs[${at}]`).text
}

function keyList(value: unknown, name: string): readonly Uint8Array[] {
  return check.list(value, name).map((key, at) => keyBytes(key, `${name}[${at}]`))
}
