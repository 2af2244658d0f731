/**
 * Decentralised identifiers (W3C DID Core 1.0).
 *
 * | Method | From | Document without a network |
 * | --- | --- | --- |
 * | `did:key` | {@link fromKey} | yes |
 * | `did:jwk` | {@link jwkFromKey} | yes |
 * | `did:peer` | {@link peerFromKey}, {@link peerFromElements}, {@link peerFromDocument} | 0, 2, and the long form of 4 |
 * | `did:pkh` | {@link pkhFromAccount} | `eip155`, `bip122`, `solana` |
 * | `did:ethr` | {@link ethrFromKey} | the default one, of an account that never changed its keys; {@link resolver} gives it only when asked to |
 * | `did:web` | {@link webFromUrl} | no: {@link resolver} |
 * | `did:plc` | | no: {@link resolver}, {@link documentFrom} |
 * | `did:sage` | `Did.fromKey` of `countersign/sage` | no: plug a method into {@link resolver} |
 *
 * @module
 */

import * as check from './check.js'
import { print, received } from './document.js'
import { call } from './engine/slot.js'
import { fromKeyBytes, keyBytes, type PublicKey } from './key.js'
import { type Fields, optional, shape, withDefault } from './shape.js'
import type { Purpose } from './trust.js'

export type { FetchPolicy } from './http.js'
export { type Method, type Resolver, type ResolverOptions, resolver } from './resolver.js'

declare const brand: unique symbol

/** A syntactically valid DID in canonical spelling. Only {@link parse} and the builders make one. */
export type Did = string & { readonly [brand]: 'Did' }

/** A DID document (DID Core 1.0, section 4). Members that this package does not know are kept. */
export type DidDocument = {
  readonly '@context'?: string | readonly (string | object)[]
  readonly id: string
  readonly alsoKnownAs?: readonly string[]
  readonly controller?: string | readonly string[]
  readonly verificationMethod?: readonly VerificationMethod[]
  readonly service?: readonly Service[]
} & { readonly [P in Purpose]?: readonly (string | VerificationMethod)[] }

/** A key in a document. */
export type VerificationMethod = {
  readonly id: string
  readonly type: string
  readonly controller: string
  readonly publicKeyMultibase?: string
  readonly publicKeyJwk?: object
  readonly blockchainAccountId?: string
}

/** A service in a document (DID Core 1.0, section 5.4). */
export type Service = {
  readonly id?: string
  readonly type: string | readonly string[]
  readonly serviceEndpoint: string | object | readonly (string | object)[]
}

/** A verification method of a document, as {@link keys} reads it. */
export type DocumentKey = {
  /** Its absolute id, canonical. */
  readonly id: string
  /** Its type, as the document spells it. */
  readonly type: string
  /** The DID that controls it, as the document spells it. */
  readonly controller?: string
  /** The relationships that name it. A key without any is for nothing. */
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

/** The parts of a DID URL. */
export type DidUrl = {
  readonly did: Did
  /** With its leading `/`, or empty. */
  readonly path: string
  /** Without its `?`. */
  readonly query?: string
  /** Without its `#`. */
  readonly fragment?: string
}

/** The parts of a DID. */
export type Parts = {
  readonly did: Did
  /** The method name, for example `web`. */
  readonly method: string
  /** What follows the method name. */
  readonly id: string
  /** Of `did:web`: where its document is. */
  readonly url?: string
  /** Of `did:sage`. */
  readonly chain?: 'ethereum' | 'solana'
  /** Of `did:sage`: address or key. */
  readonly account?: string
  /** Of `did:sage`: the decimal nonce, if there is one. */
  readonly nonce?: string
}

/**
 * Parses `text` as a DID. Methods in the table above are held to their own rules.
 *
 * @example
 * ```ts
 * Did.parse('did:sage:eth:0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266')
 * // 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
 * ```
 *
 * @param text - The DID alone: no path, query or fragment.
 * @returns Its canonical spelling: aliases replaced, hex addresses and host names in lower case.
 * @throws `ERR_DID_SYNTAX` with the byte index of the fault, `ERR_DID_METHOD_ID`,
 * `ERR_ADDRESS_CHECKSUM`, `ERR_LIMIT_EXCEEDED` over 8,192 bytes.
 */
export function parse(text: string): Did {
  if (typeof text !== 'string') throw check.wrong('text', 'a string', text)
  // What the hot lane leaves undecided is no DID, is long, or has a lone surrogate.
  return call(
    (engine) => engine.hot?.didParse(text) ?? engine.didParse(check.text(text, 'text')),
  ) as Did
}

/**
 * Parses a DID URL, such as the name of a key.
 *
 * @throws as {@link parse}.
 */
export function parseUrl(text: string): DidUrl {
  check.text(text, 'text')
  return JSON.parse(call((engine) => engine.didParseUrl(text))) as DidUrl
}

/**
 * The parts of a DID.
 *
 * @throws as {@link parse}.
 */
export function inspect(text: string): Parts {
  check.text(text, 'text')
  return JSON.parse(call((engine) => engine.didInspect(text))) as Parts
}

/** The method name of a parsed DID, for example `web`. */
export function method(did: Did): string {
  return inspect(did).method
}

/**
 * The `did:key` of a key. ML-DSA keys have one too.
 *
 * @example
 * ```ts
 * const did = Did.fromKey(signer.publicKey)
 * ```
 *
 * @throws as `Keys.publicKey`; `ERR_KEY_NO_CODEC` for a hybrid key: see {@link jwkFromKey}.
 */
export function fromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromKey(tagged)) as Did
}

/**
 * The key that a `did:key` is.
 *
 * @throws `ERR_DID_METHOD_UNEXPECTED` for another method; as `Keys.publicKeyFromMultikey`.
 */
export function toKey(did: string): PublicKey {
  check.text(did, 'did')
  return fromKeyBytes(call((engine) => engine.didToKey(did)))
}

/** The name of the key in the document of a `did:key`: `did:key:z…#z…`. */
export function keyId(key: PublicKey): string {
  const did = fromKey(key)
  return `${did}#${did.slice('did:key:'.length)}`
}

/** The `did:jwk` of a key. Throws as `Keys.publicKey`. */
export function jwkFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromJwk(tagged)) as Did
}

/** The `did:ethr` of a secp256k1 key, on mainnet. Throws `ERR_KEY_TYPE_MISMATCH`. */
export function ethrFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromEthrKey(tagged)) as Did
}

/** The `did:pkh` of a CAIP-10 account, for example `eip155:1:0x…`. Throws `ERR_DID_METHOD_ID`. */
export function pkhFromAccount(account: string): Did {
  check.text(account, 'account')
  return call((engine) => engine.didFromAccount(account)) as Did
}

/** The `did:peer` of one key, numalgo 0. */
export function peerFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromPeerKey(tagged)) as Did
}

/**
 * The `did:peer` of keys and services, numalgo 2.
 *
 * @throws `ERR_DID_DOCUMENT` for a service with an absolute id; `ERR_DID_METHOD_ID` for none or more
 * than 64 elements.
 */
export function peerFromElements(elements: peerFromElements.Options): Did {
  const { keys, services } = readElements(check.record(elements, 'elements'), 'elements')
  const named = keys.map((one, at) => {
    const { key, purpose } = readElement(one, `elements.keys[${at}]`)
    return { purpose, publicKeyMultibase: call((engine) => engine.multikeyEncode(key)) }
  })
  const record = print({ keys: named, services: services ?? [] }, 'elements')
  return call((engine) => engine.didFromPeerElements(record)) as Did
}

const readElements = shape({
  keys: check.list,
  services: optional(check.list),
} satisfies Fields<peerFromElements.Options>)

const readElement = shape({
  key: keyBytes,
  purpose: check.text,
} satisfies Fields<peerFromElements.Options['keys'][number]>)

export declare namespace peerFromElements {
  type Options = {
    readonly keys: readonly { readonly key: PublicKey; readonly purpose: Purpose }[]
    readonly services?: readonly Service[]
  }
}

/**
 * The `did:peer` that carries a document, numalgo 4, long form. Ids in it are relative; it has no `id`.
 *
 * @throws `ERR_DID_DOCUMENT`, `ERR_LIMIT_EXCEEDED`, the codes of strict JSON.
 */
export function peerFromDocument(document: string | Uint8Array | object): Did {
  const { text } = received(document, 'document')
  return call((engine) => engine.didFromPeerDocument(text)) as Did
}

/**
 * The short form of a `did:peer`: of numalgo 4 without its document, of numalgo 2 its numalgo 3.
 *
 * @throws `ERR_DID_HASH`, `ERR_DID_METHOD_ID`.
 */
export function peerShortForm(did: string): Did {
  check.text(did, 'did')
  return call((engine) => engine.didPeerShortForm(did)) as Did
}

/**
 * The document of the short form of a `did:peer` of numalgo 4, which only its long form can give.
 *
 * @example
 * ```ts
 * const known = new Map([[Did.peerShortForm(long), long]])
 * Did.resolver({ methods: { peer: (did) => Did.peerShortDocument(known.get(did) ?? did) } })
 * ```
 *
 * @throws `ERR_DID_HASH`, `ERR_DID_NEEDS_RESOLVER` for a short form, `ERR_DID_DOCUMENT`.
 */
export function peerShortDocument(long: string): DidDocument {
  check.text(long, 'long')
  return JSON.parse(call((engine) => engine.didPeerShortDocument(long))) as DidDocument
}

/** The `did:web` whose document is at `url`. Throws `ERR_DID_METHOD_ID`. */
export function webFromUrl(url: string): Did {
  check.text(url, 'url')
  return call((engine) => engine.didFromUrl(url)) as Did
}

/** Where the document of a `did:web` is. Throws `ERR_DID_METHOD_UNEXPECTED`. */
export function toUrl(did: string): string {
  check.text(did, 'did')
  return call((engine) => engine.didToUrl(did))
}

/**
 * The document of a DID whose method needs no network.
 *
 * @throws `ERR_DID_NEEDS_RESOLVER` for any other; the code of a key or hash in the DID that is refused.
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
     * Whether a `did:key` that signs offers key agreement too: of an Ed25519 key the X25519 key made
     * of it, of a curve key the key itself. One key for two uses; default: no.
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
  const { text } = received(document, 'document')
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
 * @throws as {@link checkDocument}; `ERR_DID_LOG` and `ERR_DID_LOG_SIGNATURE` with the place of the operation that is
 * refused, `ERR_DID_DEACTIVATED`, `ERR_LIMIT_EXCEEDED` over 256 operations.
 */
export function documentFrom(
  fetched: string | Uint8Array | object,
  options: checkDocument.Options,
): DidDocument {
  const { text } = received(fetched, 'fetched')
  const { did } = readExpected(options)
  return JSON.parse(call((engine) => engine.didFetchedDocument(text, did))) as DidDocument
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
  const { text } = received(document, 'document')
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
