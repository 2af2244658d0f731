/**
 * What opens a slot of an identity file.
 *
 * An {@link Unlock} is plain data with a secret of 32 bytes in it, so it can come from a worker: Argon2id takes about a
 * second, and a page should not wait for it. Fill the secret with zeros after use.
 *
 * @module
 */

import * as argon2id from '../../argon2id.js'
import * as check from '../../check.js'
import { receive } from '../../document.js'
import { call, callApart } from '../../engine/slot.js'
import { CountersignError } from '../../errors.js'
import { type Field, type Fields, optional, type Read, shape, withDefault } from '../../shape.js'
import { type FileInfo, type FileInput, infoOf } from '../info.js'

/** What opens one slot of one file. */
export type Unlock = {
  /** Id of the slot. */
  readonly slot: string
  /** 32 bytes. Secret. */
  readonly secret: Uint8Array
}

/** Four times the memory of a slot at the default cost, and more than eight such slots. */
const [defaultMemory, defaultWork] = [1 << 18, 1 << 21]

/**
 * Finds the slot that a passphrase opens. Takes the time and memory of Argon2id for each slot that is tried. The file
 * names these costs, so they are compared with `maxMemory` and `maxWork` before any work is done.
 *
 * @example
 * ```ts
 * const key = await remote.Identity.unlock(file, { passphrase })
 * using identity = Identity.open(file, key)
 * ```
 *
 * @throws `ERR_IDENTITY_FILE_LOCKED` for another passphrase; `ERR_IDENTITY_FILE_CHECKSUM` for a file that
 * is damaged; `ERR_IDENTITY_FILE_SLOT` if it has no such slot; `ERR_IDENTITY_PASSPHRASE_EMPTY`;
 * `ERR_ARGON2ID_COST` for a file that costs more than is allowed.
 */
export function unlock(file: FileInput, options: unlock.Options): Unlock {
  const { text } = receive(file, 'file')
  return unlockText(text, readUnlock(options))
}

/** The fields of {@link unlock.Options}, but the passphrase. @internal */
export const unlockFields: {
  readonly slot: Field<string>
  readonly maxMemory: Field<number>
  readonly maxWork: Field<number>
} = {
  slot: withDefault(check.text, ''),
  maxMemory: withDefault(check.integer, defaultMemory),
  maxWork: withDefault(check.integer, defaultWork),
}

const readUnlock = shape({
  ...unlockFields,
  passphrase: check.bytes,
} satisfies Fields<unlock.Options>)

/** Options of {@link unlock} that were read. @internal */
export type Settings = Read<typeof unlockFields> & { readonly passphrase: Uint8Array }

/** As {@link unlock}, of options that were read. @internal */
export function unlockText(text: string, settings: Settings): Unlock {
  const { slot, passphrase, maxMemory, maxWork } = settings
  const found = callApart((engine) =>
    engine.identityFileUnlock(text, slot, passphrase, maxMemory, maxWork),
  )
  const id = call((engine) => engine.encodingBase64urlEncode(found.subarray(0, 16)))
  // The bytes themselves, which the caller can wipe: a garbage collector moves a small copy, and leaves the old one.
  return { slot: id, secret: found.subarray(16) }
}

export declare namespace unlock {
  type Options = {
    readonly passphrase: Uint8Array
    /** Id of the slot to try. Default: every passphrase slot. */
    readonly slot?: string
    /** Most memory of a slot, in KiB. Default: 262,144 (256 MiB). */
    readonly maxMemory?: number
    /** Most memory times iterations of all slots that are tried, in KiB. Default: 2,097,152 (2 GiB). */
    readonly maxWork?: number
  }
}

/**
 * Opens a recovery slot with the key that was written down. White space and hyphens do not count.
 *
 * @throws `ERR_IDENTITY_RECOVERY` for a key that was mistyped; `ERR_IDENTITY_FILE_SLOT` without such a slot.
 */
export function unlockWithRecoveryKey(
  file: FileInput,
  options: unlockWithRecoveryKey.Options,
): Unlock {
  const { recoveryKey, slot } = readRecoveryKey(options)
  const { id } = slotOf(infoOf(file), 'recovery', slot)
  return { slot: id, secret: call((engine) => engine.identityRecoveryKey(recoveryKey)) }
}

const readRecoveryKey = shape({
  recoveryKey: check.text,
  slot: optional(check.text),
} satisfies Fields<unlockWithRecoveryKey.Options>)

export declare namespace unlockWithRecoveryKey {
  type Options = {
    readonly recoveryKey: string
    /** Id of the slot. Default: the first recovery slot. */
    readonly slot?: string
  }
}

/**
 * About how long {@link unlock} of a file will take here, in milliseconds.
 *
 * @example
 * ```ts
 * const expected = await remote.Identity.estimateUnlock(file)
 * ```
 *
 * @throws As `Identity.read`.
 */
export function estimateUnlock(file: FileInput): number {
  let sum = 0
  for (const slot of infoOf(file).slots) {
    if (slot.kind !== 'passphrase') continue
    const { memory, iterations, parallelism } = slot
    sum += argon2id.estimate({ memory, iterations, parallelism })
  }
  return sum
}

/** The slot of an id, or the first of a kind. @internal */
export function slotOf<K extends FileInfo['slots'][number]['kind']>(
  info: FileInfo,
  kind: K,
  id: string | undefined,
): Extract<FileInfo['slots'][number], { kind: K }> {
  const found = info.slots.find(
    (slot) => slot.kind === kind && (id === undefined || slot.id === id),
  )
  if (found) return found as Extract<FileInfo['slots'][number], { kind: K }>
  const reason = `none of the kind "${kind}"${id === undefined ? '' : ' has this id'}`
  throw new CountersignError(
    'ERR_IDENTITY_FILE_SLOT',
    `the identity file lacks a slot that fits: ${reason}; Identity.read lists its slots`,
    { reason },
  )
}
