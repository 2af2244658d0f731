/**
 * The encrypted identity file.
 *
 * Keys never leave the engine: they go in and come out as handles. The format is in
 * `rust/core/src/identity/file.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import { costFields, type passphraseSlot, stretchPassphrase } from './file/slot.js'
import {
  type Unlock,
  unlock,
  unlockFields,
  unlockText,
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
  const { text } = receive(file, 'file')
  const read = readKey(check.record(key, 'key'), 'key')
  const { slot, secret } = unlockWith(text, read)
  try {
    return vaultOf((engine) => engine.identityVaultOpen(text, slot, secret))
  } finally {
    // Nobody else holds what was derived here.
    if (read.secret === undefined) secret.fill(0)
  }
}

export declare namespace open {
  type Key = Unlock | unlock.Options | unlockWithRecoveryKey.Options
}

/** The members of all three kinds of key. */
const readKey = shape({
  slot: optional(check.text),
  secret: optional(check.bytes),
  passphrase: optional(check.bytes),
  recoveryKey: optional(check.text),
  maxMemory: optional(check.integer),
  maxWork: optional(check.integer),
} satisfies Fields<Unlock & unlock.Options & unlockWithRecoveryKey.Options>)

const readUnlock = shape({ slot: check.text, secret: check.bytes } satisfies Fields<Unlock>)

/** Exactly one of the three opens the file; the other members are for its kind to take or to refuse. */
function unlockWith(
  text: string,
  { secret, passphrase, recoveryKey, ...rest }: ReturnType<typeof readKey>,
): Unlock {
  const ways = Object.entries({ secret, passphrase, recoveryKey })
    .filter(([, way]) => way !== undefined)
    .map(([name]) => name)
  if (ways.length !== 1)
    throw check.unfit('key', 'one of secret, passphrase and recoveryKey', ways.join(' and '))
  if (passphrase !== undefined) return unlock(text, { ...rest, passphrase } as unlock.Options)
  if (recoveryKey !== undefined)
    return unlockWithRecoveryKey(text, { ...rest, recoveryKey } as unlockWithRecoveryKey.Options)
  return readUnlock({ ...rest, secret }, 'key')
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
  const { text } = receive(file, 'file')
  const old = unlockText(text, { ...read, passphrase: current })
  const vault = open(text, old)
  old.secret.fill(0)
  try {
    const label = read.label ?? vault.info().slots.find(({ id }) => id === old.slot)?.label
    const slot = stretchPassphrase({ passphrase: next, label, memory, iterations, parallelism })
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
