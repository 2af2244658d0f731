/**
 * Checkpoints: the signed state of a log, as a note.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import { checkSigner, type Signed, type Signer, signWith } from '../signing.js'
import { type ProvenKey, trustRecord } from '../trust.js'
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
  const extensions = JSON.stringify(lines)
  const key = keyBytes(checkSigner(signer).publicKey)
  const text = call((engine) => engine.logCheckpointText(origin, size, root, extensions))
  return signWith(signer, new TextEncoder().encode(text), (signature) =>
    call((engine) => engine.logCheckpointAttach(text, name, key, signature)),
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
 * Costs at most 64 signature checks: a note has no more signatures, and each that bears the name and id of `key` is
 * checked.
 *
 * @example
 * ```ts
 * const tree = Log.verifyCheckpoint(note, { key }, { origin: 'log.example/agents' })
 * ```
 *
 * @param trust - The key of the log.
 * @throws `ERR_CHECKPOINT_MALFORMED`, `ERR_CHECKPOINT_ORIGIN`, `ERR_CHECKPOINT_KEY`,
 * `ERR_CHECKPOINT_SIGNATURE`, `ERR_LIMIT_EXCEEDED`.
 */
export function verifyCheckpoint(
  note: string,
  trust: verifyCheckpoint.Trust,
  options: verifyCheckpoint.Options,
): Checkpoint {
  const text = check.text(note, 'note')
  const { key } = readTrust(trustRecord(trust), 'trust')
  const { origin, name = origin } = readVerifyCheckpoint(options)
  return JSON.parse(call((engine) => engine.logCheckpointVerify(text, origin, name, key)))
}

const readTrust = shape({ key: keyBytes } satisfies Fields<verifyCheckpoint.Trust>)

const readVerifyCheckpoint = shape({
  origin: check.text,
  name: optional(check.text),
} satisfies Fields<verifyCheckpoint.Options>)

export declare namespace verifyCheckpoint {
  type Trust = {
    /** The key of the log, Ed25519. */
    readonly key: PublicKey
  }
  type Options = {
    /** The name of the log. */
    readonly origin: string
    /** The name of the key. Default: `origin`. */
    readonly name?: string
  }
}

/** The key of a log as other tools take it: name, key id and key, with pluses between. */
export function verifierKey(name: string, key: PublicKey): string {
  const [text, tagged] = [check.text(name, 'name'), keyBytes(key, 'key')]
  return call((engine) => engine.logCheckpointKey(text, tagged))
}
