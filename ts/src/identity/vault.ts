/**
 * An opened identity, and how a fresh one is made.
 *
 * Keys never leave the engine: they go in and come out as handles. The format is in
 * `rust/core/src/identity/file.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { coreError } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import { keyTypeMismatch } from '../generated/messages.js'
import type { derivedPurposes } from '../generated/names.js'
import { disposable, Handle } from '../handle.js'
import {
  type Algorithm,
  algorithms,
  type KeyType,
  type SigningKeyType,
  signingKeyTypes,
  signs,
} from '../key.js'
import { adopt, misfit } from '../keyFormats/adopt.js'
import { type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import {
  handleOf,
  type LocalAgreement,
  type LocalSigner,
  localAgreement,
  localSigner,
} from '../signing.js'
import { type FileInfo, fileInfo, type NewSlot } from './info.js'

/** What a derived key is for. */
export type Purpose = (typeof derivedPurposes)[number]

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (create: (engine: Engine) => number) => Vault

const algorithm: Field<Algorithm | undefined> = optional((value, name) =>
  check.oneOf(value, name, algorithms),
)
const from = { purpose: check.text, context: check.text } as const

const readAdded = shape({ created: check.secondsOrNow } satisfies Fields<Vault.addKey.Options>)
const readSigner = shape({ algorithm } satisfies Fields<Vault.signer.Options>)
const readDerived = shape({
  ...from,
  type: withDefault(
    (value, name): SigningKeyType => check.oneOf(value, name, signingKeyTypes),
    'Ed25519',
  ),
  algorithm,
} satisfies Fields<Vault.derive.Options>)
const readDerivedAgreement = shape(from satisfies Fields<Vault.deriveAgreement.Options>)
const readNewSlot = shape({ settings: check.text, secret: check.bytes } satisfies Fields<NewSlot>)
const readSeal = shape({
  freshKey: withDefault(check.boolean, false),
} satisfies Fields<Vault.seal.Options>)

/**
 * An opened identity: its keys, its root secret, its slots. Made by {@link create} and `Identity.open`.
 *
 * Every method throws `ERR_HANDLE_CLOSED` after `close()`. Nothing is written by itself: {@link Vault.seal}
 * gives the file.
 */
export class Vault {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new Vault(door, create)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Identity`', key)
    this.#handle = new Handle(create, (engine, id) => engine.identityVaultClose(id))
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
   * Adds a copy of a local key. The key itself stays open.
   *
   * @throws `ERR_IDENTITY_FILE_LABEL` for a label that is taken; `ERR_LIMIT_EXCEEDED` above 64 keys.
   */
  addKey(
    label: string,
    key: LocalSigner | LocalAgreement,
    options: Vault.addKey.Options = {},
  ): void {
    const name = check.text(label, 'label')
    const { created } = readAdded(options)
    const inner = handleOf(key)
    this.#handle.use((_, vault) =>
      inner.use((engine, signer) => engine.identityVaultAddKey(vault, name, created, signer)),
    )
  }

  /** Removes a key. Throws `ERR_IDENTITY_FILE_KEY` if there is none of this label. */
  removeKey(label: string): void {
    const name = check.text(label, 'label')
    this.#handle.use((engine, id) => engine.identityVaultRemoveKey(id, name))
  }

  /**
   * A signing key of the identity. Close it separately from the identity.
   *
   * @throws `ERR_IDENTITY_FILE_KEY` if there is none of this label; `ERR_KEY_ALGORITHM` for X25519.
   */
  signer(label: string, options: Vault.signer.Options = {}): LocalSigner {
    const { algorithm } = readSigner(options)
    return adopt(this.#keyOf(label), (type, key) => {
      if (!signs(type)) throw misfit(type, 'signatures')
      return localSigner(type, algorithm, key)
    })
  }

  /**
   * A key for agreement of the identity. Close it separately from the identity.
   *
   * @throws `ERR_IDENTITY_FILE_KEY` if there is none of this label; `ERR_KEY_TYPE_MISMATCH` unless X25519.
   */
  agreement(label: string): LocalAgreement {
    return adopt(this.#keyOf(label), (type, key) => {
      if (signs(type)) throw coreError(keyTypeMismatch, { want: 'X25519', got: type })
      return localAgreement(key)
    })
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
    const { purpose, context, type, algorithm } = readDerived(options)
    return localSigner(type, algorithm, this.#derived(purpose, context, type))
  }

  /** As {@link Vault.derive}, an X25519 key: for `encryption` and `session`. */
  deriveAgreement(options: Vault.deriveAgreement.Options): LocalAgreement {
    const { purpose, context } = readDerivedAgreement(options)
    return localAgreement(this.#derived(purpose, context, 'X25519'))
  }

  /** Adds a slot, and gives its id. Throws `ERR_LIMIT_EXCEEDED` above 8. */
  addSlot(slot: NewSlot): string {
    const { settings, secret } = readNewSlot(check.record(slot, 'slot'), 'slot')
    return this.#handle.use((engine, id) => engine.identityVaultAddSlot(id, settings, secret))
  }

  /**
   * Removes a slot. Files that are sealed from now on do not have it; old copies still open with it.
   *
   * It shuts its holder out of later files only if the file key is replaced. That needs the secret of every slot that
   * stays, which is known for the slot that opened this identity and for new slots. While another slot stays, whoever
   * took the file key from an old copy can open later files too; `seal({ freshKey: true })` refuses that case. If
   * somebody else learned a secret, also replace the keys ({@link rotate}) and the root secret ({@link
   * Vault.replaceRoot}).
   */
  removeSlot(slot: string): void {
    const name = check.text(slot, 'slot')
    this.#handle.use((engine, id) => engine.identityVaultRemoveSlot(id, name))
  }

  /**
   * Draws a new root secret. Keys that are derived from now on are different, so certificates of derived keys must be
   * made again.
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
  seal(options: Vault.seal.Options = {}): string {
    const { freshKey } = readSeal(options)
    return this.#handle.use((engine, id) => engine.identityVaultSeal(id, freshKey))
  }

  /** Wipes the identity in the engine. Signers that came from it stay open. */
  close(): void {
    this.#handle.close()
  }

  #keyOf(label: string): () => number {
    const name = check.text(label, 'label')
    return () => this.#handle.use((engine, id) => engine.identityVaultKey(id, name))
  }

  #derived(purpose: string, context: string, type: KeyType): () => number {
    return () =>
      this.#handle.use((engine, id) => engine.identityVaultDerive(id, purpose, context, type))
  }
}
disposable(Vault)

/** The vault of a handle of the engine. @internal */
export function vaultOf(create: (engine: Engine) => number): Vault {
  return make(create)
}

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
  namespace deriveAgreement {
    type Options = Pick<derive.Options, 'purpose' | 'context'>
  }
  namespace signer {
    type Options = Pick<derive.Options, 'algorithm'>
  }
  namespace addKey {
    type Options = {
      /** When the key was made. Default: the clock. */
      readonly created?: Date
    }
  }
  namespace seal {
    type Options = {
      /** Seals under a new file key. Default: false. */
      readonly freshKey?: boolean
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
 * identity.addSlot(Identity.passphraseSlot({ passphrase }))
 * const file = identity.seal()
 * ```
 */
export function create(options: create.Options = {}): Vault {
  const { identity: name, keys, created } = readNew(options)
  const vault = make((engine) => engine.identityVaultCreate(''))
  try {
    if (name !== undefined) vault.name(name)
    for (const [label, key] of keys) vault.addKey(label, key, created && { created })
  } catch (error) {
    vault.close()
    throw error
  }
  return vault
}

type LocalKey = LocalSigner | LocalAgreement

const readNew = shape({
  identity: optional(check.text),
  keys: localKeys,
  created: optional((value, name) => new Date(check.seconds(value, name) * 1000)),
} satisfies Fields<create.Options>)

/** Each key by its label, read before there is a vault. */
function localKeys(value: unknown, name: string): readonly (readonly [string, LocalKey])[] {
  const keys = value === undefined ? {} : check.record(value, name)
  return Object.keys(keys).map((label) => [label, keys[label] as LocalKey])
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
