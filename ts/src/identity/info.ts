/**
 * What can be read of an identity file without a secret.
 *
 * @module
 */

import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'

/** The public part of a key. */
export type KeyInfo = {
  /** What it is called, once in a file. */
  readonly label: string
  /** When it was made, as its owner says. */
  readonly created: Date
  readonly key: PublicKey
}

/** A slot: one way to open the file. */
export type SlotInfo = {
  readonly id: string
  readonly label?: string
  /** Base64url, 32 bytes. Of a passkey also the input of its PRF. */
  readonly salt: string
} & (
  | {
      readonly kind: 'passphrase'
      /** KiB. */
      readonly memory: number
      readonly iterations: number
      readonly parallelism: number
    }
  | { readonly kind: 'recovery' }
  | {
      readonly kind: 'passkey'
      /** Base64url. */
      readonly credential: string
      readonly relyingParty: string
    }
)

/** What a new slot is made of. */
export type NewSlot = {
  /** What the file says about the slot, as JSON. No secret. */
  readonly settings: string
  /** 32 bytes. Secret. */
  readonly secret: Uint8Array
}

/** The public part of a file. */
export type FileInfo = {
  /** The identifier. */
  readonly identity?: string
  readonly keys: readonly KeyInfo[]
  readonly slots: readonly SlotInfo[]
}

/** An identity file as received: its text or bytes, or the parsed object. */
export type FileInput = string | Uint8Array | object

/** The public part of a file. @internal */
export function infoOf(file: FileInput): FileInfo {
  const { text } = receive(file, 'file')
  return fileInfo(call((engine) => engine.identityFileRead(text)))
}

/** The public part as the engine gives it. @internal */
export function fileInfo(text: string): FileInfo {
  const { keys, ...rest } = JSON.parse(text) as Omit<FileInfo, 'keys'> & { keys: readonly Row[] }
  return {
    ...rest,
    keys: keys.map(({ label, created, key }) => ({
      label,
      created: new Date(created * 1000),
      key: fromMultikey(key),
    })),
  }
}

type Row = { readonly label: string; readonly created: number; readonly key: string }

/** A Multikey that the engine gave. @internal */
export function fromMultikey(text: string): PublicKey {
  return fromKeyBytes(call((engine) => engine.multikeyDecode(text)))
}
