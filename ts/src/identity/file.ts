/**
 * The encrypted identity file.
 *
 * Keys never leave the engine: they go in and come out as handles. The format is in
 * `rust/core/src/identity/file.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { anything, type Fields, optional, shape, withDefault } from '../shape.js'
import { costFields, type passphraseSlot, stretched } from './file/slot.js'
import {
  type Unlock,
  unlock,
  unlocked,
  unlockFields,
  unlockWithRecoveryKey,
} from './file/unlock.js'
import { type FileInfo, type FileInput, infoOf } from './info.js'
import { type Vault, vaultOf } from './vault.js'

/**
 * Opens an identity file.
 *
 * With a passphrase it takes the time and memory of Argon2id, on this thread; {@link unlock} in a worker
 * does not.
 *
 * @example
 * ```ts
 * using identity = Identity.open(file, { passphrase })
 * using signer = identity.signer('signing')
 * ```
 *
 * @throws `ERR_IDENTITY_FILE_MALFORMED`, `ERR_IDENTITY_FILE_VERSION`, `ERR_IDENTITY_FILE_CHECKSUM` for the
 * file alone; `ERR_IDENTITY_FILE_LOCKED` for another secret; `ERR_IDENTITY_FILE_TAMPERED` if the secret is
 * right and the file was changed.
 */
export function open(file: FileInput, key: open.Key): Vault {
  const { text } = received(file, 'file')
  const read = readOpener(check.record(key, 'key'), 'key')
  const { slot, secret } = opener(text, read)
  const bytes = check.bytes(secret, 'key.secret')
  try {
    return vaultOf((engine) => engine.identityVaultOpen(text, slot, bytes))
  } finally {
    // Nobody else holds what was derived here.
    if (read.secret === undefined) bytes.fill(0)
  }
}

export declare namespace open {
  type Key = Unlock | unlock.Options | unlockWithRecoveryKey.Options
}

/** The members of all three kinds of key: what they must be is for each kind to say. */
const readOpener = shape({
  slot: anything,
  secret: anything,
  passphrase: anything,
  recoveryKey: anything,
  maxMemory: anything,
  maxWork: anything,
} satisfies Fields<Unlock & unlock.Options & unlockWithRecoveryKey.Options>)

const readUnlocked = shape({ slot: check.text, secret: check.bytes } satisfies Fields<Unlock>)

function opener(text: string, key: ReturnType<typeof readOpener>): Unlock {
  if (key.passphrase !== undefined) return unlock(text, key as unlock.Options)
  if (key.recoveryKey !== undefined)
    return unlockWithRecoveryKey(text, key as unlockWithRecoveryKey.Options)
  return readUnlocked(key, 'key')
}

/**
 * The public part of a file. Nothing of it is proven before the file is opened.
 *
 * @throws As {@link open}, for the file alone.
 */
export function read(file: FileInput): FileInfo {
  return infoOf(file)
}

/**
 * The same identity under another passphrase. Other slots stay. The slot of the old passphrase is replaced, and the new
 * slot gets its label. Somebody who knows the old passphrase and kept an old copy can still open later files unless
 * `freshKey` is set: see {@link Vault.removeSlot}.
 *
 * @throws As {@link open}, {@link passphraseSlot} and {@link Vault.seal}.
 */
export function changePassphrase(file: FileInput, options: changePassphrase.Options): string {
  const read = readChange(options)
  const { current, next, freshKey, memory, iterations, parallelism } = read
  const { text } = received(file, 'file')
  const old = unlocked(text, { ...read, passphrase: current })
  const vault = open(text, old)
  old.secret.fill(0)
  try {
    const label = read.label ?? vault.info().slots.find(({ id }) => id === old.slot)?.label
    const slot = stretched({ passphrase: next, label, memory, iterations, parallelism })
    vault.removeSlot(old.slot)
    vault.addSlot(slot)
    slot.secret.fill(0)
    return vault.seal({ freshKey })
  } finally {
    vault.close()
  }
}

const readChange = shape({
  ...unlockFields,
  ...costFields,
  label: optional(check.text),
  current: check.bytes,
  next: check.bytes,
  freshKey: withDefault(check.boolean, false),
} satisfies Fields<changePassphrase.Options>)

export declare namespace changePassphrase {
  type Options = Omit<passphraseSlot.Options, 'passphrase'> &
    Pick<unlock.Options, 'maxMemory' | 'maxWork'> & {
      readonly current: Uint8Array
      readonly next: Uint8Array
      /** Id of the slot to change. Default: the one that `current` opens. */
      readonly slot?: string
      /** Refuse to keep the file key: see {@link Vault.seal}. Default: false. */
      readonly freshKey?: boolean
    }
}
