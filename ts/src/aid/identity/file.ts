/**
 * `.aid` files, and the files of AgenticIdentity's stores.
 *
 * @module
 */

import * as check from '../../check.js'
import { receive } from '../../document.js'
import { call, callApart } from '../../engine/slot.js'
import { type Fields, shape } from '../../shape.js'
import { handleOf, type LocalSigner, localSigner } from '../../signing.js'
import type { Input } from '../common.js'

/** What an `.aid` file says without its passphrase. */
export type FileInfo = {
  /** The public document. It was verified, but is not yet bound to the secret. */
  readonly document: string
  readonly id: string
  readonly name: string | null
  /** How many. */
  readonly rotations: number
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * Reads an `.aid` file without opening it. Throws as {@link openFile}.
 *
 * Costs at most 257 signature checks: those of `verifyDocument`.
 */
export function inspectFile(file: Input): FileInfo {
  const { text } = receive(file, 'file')
  return JSON.parse(call((engine) => engine.identityAidFileInspect(text))) as FileInfo
}

/**
 * Opens an `.aid` file; the key stays in the engine. It takes 64 MiB, in an instance of its own, and about a
 * second: in a page, call it in a worker.
 *
 * Costs at most 514 signature checks: those of `verifyDocument`, before the passphrase is tried and after.
 *
 * @example
 * ```ts
 * const signer = Aid.Identity.openFile(text, { passphrase })
 * ```
 *
 * @throws `ERR_AID_FILE_OPEN` for a wrong passphrase or a changed file; `ERR_AID_FILE_FORMAT` for another
 * version or algorithm, or a document that is another's; the codes of `verifyDocument`.
 */
export function openFile(file: Input, options: openFile.Options): LocalSigner {
  const [{ text }, { passphrase: secret }] = [receive(file, 'file'), readSecret(options)]
  const key = callApart((engine) => engine.identityAidFileUnlock(text, secret))
  try {
    return localSigner('Ed25519', undefined, (engine) => engine.identityAidFileOpen(text, key))
  } finally {
    key.fill(0)
  }
}

const readSecret = shape({ passphrase: check.bytes } satisfies Fields<openFile.Options>)

export declare namespace openFile {
  type Options = {
    /** UTF-8, not empty. */
    readonly passphrase: Uint8Array
  }
}

/**
 * Writes an `.aid` file, of a document and its key, that AgenticIdentity opens.
 *
 * @throws `ERR_AID_FILE_FORMAT` for an empty passphrase or a document of another key.
 */
export function sealFile(document: Input, signer: LocalSigner, options: sealFile.Options): string {
  const { text } = receive(document, 'document')
  const root = handleOf(signer, 'signer')
  const { passphrase: secret } = readSecret(options)
  const salt = globalThis.crypto.getRandomValues(new Uint8Array(16))
  const key = callApart((engine) => engine.identityAidFileStretch(secret, salt))
  try {
    return root.use((engine, handle) => engine.identityAidFileSeal(handle, text, key, salt))
  } finally {
    key.fill(0)
  }
}

export declare namespace sealFile {
  type Options = openFile.Options
}

/** What a store holds: `granted` and `received` are grants. */
export type StoreKind = 'receipt' | 'granted' | 'received' | 'revocation' | 'spawn'

/**
 * The file of an object in AgenticIdentity's store. Nothing is verified.
 *
 * @throws `ERR_AID_NAME` for an id that is not its prefix and base58; `ERR_AID_MALFORMED`.
 */
export function toStore(
  object: Input,
  options: toStore.Options,
): { readonly path: string; readonly content: string } {
  const { text } = receive(object, 'object')
  const { kind } = readToStore(options)
  return JSON.parse(call((engine) => engine.identityAidStoreWrite(kind, text)))
}

const readToStore = shape({ kind: check.text } satisfies Fields<toStore.Options>)

export declare namespace toStore {
  type Options = { readonly kind: StoreKind }
}

/**
 * The object in a file of a store, for its verifier. The path must be that of the object.
 *
 * @throws `ERR_AID_NAME`; `ERR_AID_FILE_FORMAT` for another version; `ERR_AID_MALFORMED`.
 */
export function fromStore(content: string | Uint8Array, options: fromStore.Options): string {
  const { text } = receive(content, 'content')
  const { kind, path } = readFromStore(options)
  return call((engine) => engine.identityAidStoreRead(kind, path, text))
}

const readFromStore = shape({
  kind: check.text,
  path: check.text,
} satisfies Fields<fromStore.Options>)

export declare namespace fromStore {
  type Options = {
    readonly kind: StoreKind
    /** As {@link toStore} gives it. */
    readonly path: string
  }
}
