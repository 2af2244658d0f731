/**
 * The document of a DID: given by the DID alone, or received and checked; and the keys in it.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'
import { type Fields, shape, withDefault } from '../shape.js'
import type { Purpose } from '../trust.js'
import type { DidDocument } from './types.js'

/** A verification method of a document, as {@link keys} reads it. */
export type DocumentKey = {
  /** Its absolute id, canonical. */
  readonly id: string
  /** Its type, as the document spells it. */
  readonly type: string
  /** The DID that controls it, as the document spells it. */
  readonly controller?: string
  /** The relationships that name it. A key that none names must not be used. */
  readonly purposes: readonly Purpose[]
  /** The key, unless `unused` says why there is none. */
  readonly publicKey?: PublicKey
  /**
   * `account`: it names a blockchain account; `controller`: another DID's; `key`: missing, malformed,
   * there twice or not of its type; `type`: unknown here.
   */
  readonly unused?: 'account' | 'controller' | 'key' | 'type'
  /** Whether the document calls it revoked. */
  readonly revoked: boolean
  /** First moment at which it no longer holds. */
  readonly expires?: Date
}

/**
 * The document of a DID whose method needs no network.
 *
 * @throws `ERR_DID_NEEDS_RESOLVER` for any other; the code of a key or hash in the DID that is refused;
 * `ERR_PART_MISSING` in a page without the part `did`, which knows did:peer, did:ethr, did:pkh and did:plc.
 */
export function document(did: string, options: document.Options = {}): DidDocument {
  check.text(did, 'did')
  const { keyAgreement } = readOptions(options)
  return JSON.parse(call((engine) => engine.didDocument(did, keyAgreement))) as DidDocument
}

const readOptions = shape({
  keyAgreement: withDefault(check.boolean, false),
} satisfies Fields<document.Options>)

export declare namespace document {
  type Options = {
    /**
     * Whether a `did:key` that signs offers key agreement too: with the X25519 key that is made from an Ed25519 key, or
     * with the key itself if it is of another curve. That is one key for two uses. Default: false.
     */
    readonly keyAgreement?: boolean
  }
}

/**
 * Checks a document that was received for a DID: strict JSON, its `id`, its methods and ids.
 *
 * @throws `ERR_DID_DOCUMENT`, `ERR_DID_DOCUMENT_ID`, the codes of strict JSON.
 */
export function checkDocument(
  document: string | Uint8Array | object,
  options: checkDocument.Options,
): DidDocument {
  const { text } = receive(document, 'document')
  const { did } = readExpected(options)
  return JSON.parse(call((engine) => engine.didCheckDocument(text, did))) as DidDocument
}

const readExpected = shape({ did: check.text } satisfies Fields<checkDocument.Options>)

export declare namespace checkDocument {
  type Options = {
    /** The DID that was asked for. */
    readonly did: string
  }
}

/**
 * The document in what a server gave for a DID: of a `did:plc` the outcome of its audit log, which is checked from
 * the first operation on, of any other the document that came, as {@link checkDocument}. {@link resolver} fetches and
 * does the same; this is for what came in another way.
 *
 * @example
 * ```ts
 * const document = Did.documentFrom(auditLog, { did: 'did:plc:huyin2bxfj3bpg3gjq64nazd' })
 * ```
 *
 * @throws as {@link checkDocument}; `ERR_PART_MISSING` as {@link document}; `ERR_DID_LOG` and `ERR_DID_LOG_SIGNATURE`
 * with the place of the operation that is refused, `ERR_DID_DEACTIVATED`, `ERR_LIMIT_EXCEEDED` over 256 operations.
 */
export function documentFrom(
  fetched: string | Uint8Array | object,
  options: documentFrom.Options,
): DidDocument {
  const { text } = receive(fetched, 'fetched')
  const { did } = readExpected(options)
  return JSON.parse(call((engine) => engine.didFetchedDocument(text, did))) as DidDocument
}

export declare namespace documentFrom {
  type Options = checkDocument.Options
}

/**
 * The keys of a document: each verification method, what it is for, and why one is not used. What
 * `verify` trusts of a document is what this lists.
 *
 * @example
 * ```ts
 * const signing = Did.keys(document).filter((key) => key.purposes.includes('assertionMethod'))
 * ```
 *
 * @throws `ERR_DID_DOCUMENT`, `ERR_LIMIT_EXCEEDED`, the codes of strict JSON.
 */
export function keys(document: string | Uint8Array | object): readonly DocumentKey[] {
  const { text } = receive(document, 'document')
  const listed = JSON.parse(call((engine) => engine.didDocumentKeys(text))) as readonly ListedKey[]
  return listed.map(({ publicKeyMultibase, expires, ...rest }) => ({
    ...rest,
    ...(publicKeyMultibase !== undefined && {
      publicKey: fromKeyBytes(call((engine) => engine.multikeyDecode(publicKeyMultibase))),
    }),
    ...(expires !== undefined && { expires: new Date(expires * 1_000) }),
  }))
}

/** A {@link DocumentKey} as it crosses from the engine. */
type ListedKey = Omit<DocumentKey, 'publicKey' | 'expires'> & {
  readonly publicKeyMultibase?: string
  readonly expires?: number
}
