/**
 * `.aid` files, and the files of AgenticIdentity's stores.
 *
 * @module
 */

import * as check from '../../check.js'
import { received } from '../../document.js'
import { call, callApart } from '../../engine/slot.js'
import { handleOf, type LocalSigner, localSigner } from '../../signing.js'
import type { Input } from '../common.js'

/** What an `.aid` file says without its passphrase. */
export type FileInfo = {
  /** The public document, which holds, and is not yet bound to the secret. */
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
  const { text } = received(file, 'file')
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
 * const signer = Aid.Identity.openFile(text, passphrase)
 * ```
 *
 * @throws `ERR_AID_FILE_OPEN` for a wrong passphrase or a changed file; `ERR_AID_FILE_FORMAT` for another
 * version or algorithm, or a document that is another's; the codes of `verifyDocument`.
 */
export function openFile(file: Input, passphrase: Uint8Array): LocalSigner {
  const [{ text }, secret] = [received(file, 'file'), check.bytes(passphrase, 'passphrase')]
  const key = callApart((engine) => engine.identityAidFileUnlock(text, secret))
  try {
    return localSigner('Ed25519', undefined, (engine) => engine.identityAidFileOpen(text, key))
  } finally {
    key.fill(0)
  }
}

/**
 * Writes an `.aid` file, of a key and its document, that AgenticIdentity opens.
 *
 * @throws `ERR_AID_FILE_FORMAT` for an empty passphrase or a document of another key.
 */
export function sealFile(signer: LocalSigner, document: Input, passphrase: Uint8Array): string {
  const [{ text }, secret] = [received(document, 'document'), check.bytes(passphrase, 'passphrase')]
  const salt = globalThis.crypto.getRandomValues(new Uint8Array(16))
  const key = callApart((engine) => engine.identityAidFileStretch(secret, salt))
  try {
    return handleOf(signer).use((engine, handle) =>
      engine.identityAidFileSeal(handle, text, key, salt),
    )
  } finally {
    key.fill(0)
  }
}

/** What a store holds: `granted` and `received` are grants. */
export type StoreKind = 'receipt' | 'granted' | 'received' | 'revocation' | 'spawn'

/**
 * The file of an object in AgenticIdentity's store. Nothing is verified.
 *
 * @throws `ERR_AID_NAME` for an id that is not its prefix and base58; `ERR_AID_MALFORMED`.
 */
export function toStore(
  kind: StoreKind,
  object: Input,
): { readonly path: string; readonly content: string } {
  const [name, { text }] = [check.text(kind, 'kind'), received(object, 'object')]
  return JSON.parse(call((engine) => engine.identityAidStoreWrite(name, text)))
}

/**
 * The object in a file of a store, for its verifier. The path must be that of the object.
 *
 * @throws `ERR_AID_NAME`; `ERR_AID_FILE_FORMAT` for another version; `ERR_AID_MALFORMED`.
 */
export function fromStore(kind: StoreKind, path: string, content: string | Uint8Array): string {
  const [name, place] = [check.text(kind, 'kind'), check.text(path, 'path')]
  const { text } = received(content, 'content')
  return call((engine) => engine.identityAidStoreRead(name, place, text))
}
