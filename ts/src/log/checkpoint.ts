/**
 * Checkpoints: the signed state of a log, as a note.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { writeFrames } from '../frames.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import { signText } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { type Tree, treeOf } from './tree.js'

/** A checkpoint that was verified. */
export type Checkpoint = Tree & {
  readonly origin: string
  readonly extensions: readonly string[]
  /** The key of the log. */
  readonly signer: ProvenKey
}

/**
 * A signed checkpoint of any tree. At once for a local signer.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH` unless the signer is Ed25519; `ERR_CHECKPOINT_MALFORMED`.
 */
export function checkpoint<S extends Signer>(
  tree: Tree,
  signer: S,
  options: checkpoint.Options,
): Signed<S, string> {
  const { size, root } = treeOf(tree, 'tree')
  const { origin, name = origin, extensions: lines } = readCheckpoint(options)
  const extensions = writeFrames(lines, 'extensions')
  const key = keyBytes(checkSigner(signer).publicKey)
  return signText(signer, (engine) =>
    engine.logCheckpointUnsigned(origin, size, root, extensions, name, key),
  )
}

const readCheckpoint = shape({
  origin: check.text,
  name: optional(check.text),
  extensions: withDefault(
    (value, name) => check.list(value, name).map((line) => check.text(line, name)),
    [],
  ),
} satisfies Fields<checkpoint.Options>)

export declare namespace checkpoint {
  type Options = {
    /** The name of the log, as a URL without scheme. */
    readonly origin: string
    /** The name of the key. Default: `origin`. */
    readonly name?: string
    /** Further lines. */
    readonly extensions?: readonly string[]
  }
}

/**
 * Verifies a checkpoint.
 *
 * Costs at most 64 signature checks: a note has no more signatures, and each that bears the name of the log's key and
 * the id of a trusted one is checked.
 *
 * @example
 * ```ts
 * const tree = Log.verifyCheckpoint(note, { key }, { origin: 'log.example/agents' })
 * ```
 *
 * @param trust - The key of the log, Ed25519, trusted for `assertionMethod`. If several keys are trusted, each of their
 * signatures must hold, and one must be there.
 * @throws `ERR_KEY_TYPE_MISMATCH` if no trusted key is Ed25519; `ERR_CHECKPOINT_MALFORMED`, `ERR_CHECKPOINT_ORIGIN`,
 * `ERR_CHECKPOINT_KEY`, `ERR_CHECKPOINT_SIGNATURE`, `ERR_LIMIT_EXCEEDED`.
 */
export function verifyCheckpoint(
  note: string,
  trust: Trust | TrustInput,
  options: verifyCheckpoint.Options,
): Checkpoint {
  const text = check.text(note, 'note')
  const trusted = prepareTrust(trust)
  const { origin, name = origin, now } = readVerifyCheckpoint(options)
  return JSON.parse(
    call((engine) => engine.logCheckpointVerify(text, trustHandle(trusted), origin, name, now)),
  )
}

const readVerifyCheckpoint = shape({
  origin: check.text,
  name: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<verifyCheckpoint.Options>)

export declare namespace verifyCheckpoint {
  type Options = {
    /** The name of the log. */
    readonly origin: string
    /** The name of the key. Default: `origin`. */
    readonly name?: string
    /** The time, for keys that expire. Default: now. */
    readonly now?: Date
  }
}

/** The key of a log as other tools take it: name, key id and key, with pluses between. */
export function verifierKey(key: PublicKey, name: string): string {
  const [text, tagged] = [check.text(name, 'name'), keyBytes(key, 'key')]
  return call((engine) => engine.logCheckpointKey(text, tagged))
}
