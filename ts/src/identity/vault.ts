/**
 * The encrypted identity file, and an opened one.
 *
 * Keys never leave the engine: they go in and come out as handles. The format is in
 * `rust/core/src/identity/file.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { CountersignError } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import type { Algorithm, KeyType, SigningKeyType } from '../key.js'
import {
  handleOf,
  type LocalAgreement,
  type LocalSigner,
  localAgreement,
  localSigner,
} from '../signing.js'
import { type FileInfo, fileInfo } from './info.js'
import {
  type FileInput,
  infoOf,
  type Lock,
  passphraseLock,
  type Unlock,
  unlock,
  unlockWithRecoveryKey,
} from './locks.js'

export type { FileInfo, KeyInfo, SlotInfo } from './info.js'

/** What a derived key is for. */
export type Purpose = 'session' | 'capability' | 'device' | 'revocation' | 'encryption'

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

/**
 * An opened identity: its keys, its root secret, its slots. Made by {@link create} and {@link open}.
 *
 * Every method throws `ERR_HANDLE_CLOSED` after `close()`. Nothing is written by itself: {@link Vault.seal}
 * gives the file.
 */
export class Vault {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, make: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Identity`', key)
    this.#handle = new Handle(make, (engine, id) => engine.identityVaultClose(id))
  }

  /** Identifier, keys and slots. */
  info(): FileInfo {
    return fileInfo(this.#handle.use((engine, id) => engine.identityVaultRead(id)))
  }

  /** Sets the identifier. Throws `ERR_IDENTITY_FILE_MALFORMED` unless it is text of 1 to 4096 bytes. */
  name(identity: string): void {
    const text = check.text(identity, 'identity')
    this.#handle.use((engine, id) => engine.identityVaultName(id, text))
  }

  /**
   * Puts a copy of a local key in. The key itself stays open.
   *
   * @throws `ERR_IDENTITY_FILE_LABEL` for a label that is taken; `ERR_LIMIT_EXCEEDED` above 64 keys.
   */
  addKey(label: string, key: LocalSigner | LocalAgreement, options: { created?: Date } = {}): void {
    const name = check.text(label, 'label')
    const created = check.seconds(options.created ?? new Date(), 'created')
    const inner = handleOf(key)
    this.#handle.use((_, vault) =>
      inner.use((engine, signer) => engine.identityVaultAddKey(vault, name, created, signer)),
    )
  }

  /** Takes a key out. Throws `ERR_IDENTITY_FILE_KEY` if there is none of this label. */
  removeKey(label: string): void {
    const name = check.text(label, 'label')
    this.#handle.use((engine, id) => engine.identityVaultRemoveKey(id, name))
  }

  /**
   * A signing key of the identity. Close it apart from the identity.
   *
   * @throws `ERR_IDENTITY_FILE_KEY` if there is none of this label; `ERR_KEY_ALGORITHM` for X25519.
   */
  signer(label: string, options: { algorithm?: Algorithm } = {}): LocalSigner {
    const type = this.#typeOf(label)
    if (type === 'X25519')
      throw new CountersignError('ERR_KEY_ALGORITHM', 'a key of type X25519 cannot be used to sign')
    return localSigner(type as SigningKeyType, options.algorithm, this.#keyOf(label))
  }

  /**
   * A key for agreement of the identity. Close it apart from the identity.
   *
   * @throws `ERR_IDENTITY_FILE_KEY` if there is none of this label; `ERR_KEY_TYPE_MISMATCH` unless X25519.
   */
  agreement(label: string): LocalAgreement {
    const type = this.#typeOf(label)
    if (type !== 'X25519')
      throw new CountersignError(
        'ERR_KEY_TYPE_MISMATCH',
        `the key must be of type X25519, got ${type}`,
      )
    return localAgreement(this.#keyOf(label))
  }

  /**
   * A signing key of the root secret, the same every time for one purpose, context and type.
   *
   * @example
   * ```ts
   * using key = identity.derive({ purpose: 'device', context: 'laptop' })
   * ```
   *
   * @throws `ERR_DERIVATION_CONTEXT` unless the context is text of 1 to 1024 bytes;
   * `ERR_DERIVATION_PURPOSE` for a type that the purpose does not take.
   */
  derive(options: Vault.derive.Options): LocalSigner {
    const type = options.type ?? 'Ed25519'
    return localSigner(type, options.algorithm, this.#derived(options, type))
  }

  /** As {@link Vault.derive}, an X25519 key: for `encryption` and `session`. */
  deriveAgreement(options: { purpose: Purpose; context: string }): LocalAgreement {
    return localAgreement(this.#derived(options, 'X25519'))
  }

  /** Adds a slot, and gives its id. Throws `ERR_LIMIT_EXCEEDED` above 8. */
  addSlot(lock: Lock): string {
    const fields = check.record(lock, 'lock')
    const settings = check.text(fields['settings'], 'lock.settings')
    const secret = check.bytes(fields['secret'], 'lock.secret')
    return this.#handle.use((engine, id) => engine.identityVaultAddSlot(id, settings, secret))
  }

  /**
   * Takes a slot out. Files that are sealed from now on do not have it, and old copies still open with it.
   *
   * It shuts its holder out of later files only if the file key is replaced, which needs the secret of
   * every slot that stays: those that opened this identity or are new. While another slot stays, whoever
   * took the file key out of an old copy opens later files too. `seal({ freshKey: true })` refuses that
   * case. Where a secret was lost to somebody, replace the keys too
   * ({@link rotate}), and a new root secret ({@link Vault.replaceRoot}).
   */
  removeSlot(slot: string): void {
    const name = check.text(slot, 'slot')
    this.#handle.use((engine, id) => engine.identityVaultRemoveSlot(id, name))
  }

  /**
   * Draws a new root secret. Every key that is derived from now on is another one, so certificates of
   * derived keys are to be made again.
   */
  replaceRoot(): void {
    this.#handle.use((engine, id) => engine.identityVaultReplaceRoot(id))
  }

  /**
   * The encrypted file.
   *
   * @throws `ERR_IDENTITY_FILE_SLOT` without a slot: nobody could open it; with `freshKey`,
   * `ERR_IDENTITY_FILE_KEPT` if a slot stays whose secret is not known here.
   */
  seal(options: { freshKey?: boolean } = {}): string {
    const fresh = check.boolean(options.freshKey ?? false, 'freshKey')
    return this.#handle.use((engine, id) => engine.identityVaultSeal(id, fresh))
  }

  /** Wipes the identity in the engine. Signers that it gave stay open. */
  close(): void {
    this.#handle.close()
  }

  #typeOf(label: string): KeyType | undefined {
    const name = check.text(label, 'label')
    const found = this.info().keys.find((key) => key.label === name)
    if (found) return found.key.type
    throw new CountersignError('ERR_IDENTITY_FILE_KEY', 'the identity has no key of this label')
  }

  #keyOf(label: string): () => number {
    return () => this.#handle.use((engine, id) => engine.identityVaultKey(id, label))
  }

  #derived(options: { purpose: Purpose; context: string }, type: KeyType): () => number {
    const fields = check.record(options, 'options')
    const purpose = check.text(fields['purpose'], 'purpose')
    const context = check.text(fields['context'], 'context')
    return () =>
      this.#handle.use((engine, id) => engine.identityVaultDerive(id, purpose, context, type))
  }
}
disposable(Vault)

export declare namespace Vault {
  namespace derive {
    type Options = {
      readonly purpose: Purpose
      /** The id of the session, the device, the grant: text of 1 to 1024 bytes. */
      readonly context: string
      /** Default: `Ed25519`. */
      readonly type?: SigningKeyType
      /** Default: that of the type. */
      readonly algorithm?: Algorithm
    }
  }
}

/**
 * A fresh identity: a random root secret, and the keys that are put in.
 *
 * @example
 * ```ts
 * using signer = Keys.generate('Ed25519')
 * using identity = Identity.create({ identity: did, keys: { signing: signer } })
 * identity.addSlot(Identity.passphraseLock({ passphrase }))
 * const file = identity.seal()
 * ```
 */
export function create(options: create.Options = {}): Vault {
  const name = options.identity === undefined ? '' : check.text(options.identity, 'identity')
  if (options.identity === '')
    throw new CountersignError('ERR_IDENTITY_FILE_MALFORMED', 'the identity is empty')
  const vault = new Vault(door, (engine) => engine.identityVaultCreate(name))
  const created = options.created === undefined ? {} : { created: options.created }
  try {
    for (const [label, key] of Object.entries(options.keys ?? {})) vault.addKey(label, key, created)
  } catch (error) {
    vault.close()
    throw error
  }
  return vault
}

export declare namespace create {
  type Options = {
    /** A DID, or another identifier. */
    readonly identity?: string
    /** Local keys by label. Copies are put in. */
    readonly keys?: Readonly<Record<string, LocalSigner | LocalAgreement>>
    /** When the keys were made. Default: the clock. */
    readonly created?: Date
  }
}

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
  const fields = check.record(key, 'key')
  const { slot, secret } = opener(text, key)
  check.text(slot, 'key.slot')
  const bytes = check.bytes(secret, 'key.secret')
  try {
    return new Vault(door, (engine) => engine.identityVaultOpen(text, slot, bytes))
  } finally {
    // What was derived here is nobody else's.
    if (fields['secret'] === undefined) bytes.fill(0)
  }
}

export declare namespace open {
  type Key = Unlock | unlock.Options | unlockWithRecoveryKey.Options
}

function opener(text: string, key: open.Key): Unlock {
  if ('passphrase' in key) return unlock(text, key)
  return 'recoveryKey' in key ? unlockWithRecoveryKey(text, key) : key
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
 * The same identity under another passphrase. Other slots stay; the slot of the old passphrase goes, and
 * its label to the new one. Who knows the old passphrase and kept an old copy is shut out of later files
 * only with `freshKey`: see {@link Vault.removeSlot}.
 *
 * @throws As {@link open}, {@link passphraseLock} and {@link Vault.seal}.
 */
export function changePassphrase(file: FileInput, options: changePassphrase.Options): string {
  const { current, next, slot, freshKey, maxMemory, maxWork, ...rest } = options
  const { text } = received(file, 'file')
  const limits = { ...(maxMemory && { maxMemory }), ...(maxWork && { maxWork }) }
  const old = unlock(text, { passphrase: current, ...(slot !== undefined && { slot }), ...limits })
  const vault = open(text, old)
  old.secret.fill(0)
  try {
    const label = vault.info().slots.find(({ id }) => id === old.slot)?.label
    const named = label !== undefined && { label }
    const lock = passphraseLock({ ...named, ...rest, passphrase: next })
    vault.removeSlot(old.slot)
    vault.addSlot(lock)
    lock.secret.fill(0)
    return vault.seal(freshKey === undefined ? {} : { freshKey })
  } finally {
    vault.close()
  }
}

export declare namespace changePassphrase {
  type Options = Omit<passphraseLock.Options, 'passphrase'> &
    Pick<unlock.Options, 'maxMemory' | 'maxWork'> & {
      readonly current: Uint8Array
      readonly next: Uint8Array
      /** Id of the slot to change. Default: the one that `current` opens. */
      readonly slot?: string
      /** Refuse to keep the file key: see {@link Vault.seal}. Default: false. */
      readonly freshKey?: boolean
    }
}
