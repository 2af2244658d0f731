/**
 * Resolves DIDs to documents.
 *
 * | Method | How |
 * | --- | --- |
 * | `key`, `jwk`, `peer`, `pkh` | from the DID alone, and not cached |
 * | `web` | fetched over HTTPS under a {@link FetchPolicy} |
 * | `plc` | its log is fetched over HTTPS from a directory (default: `https://plc.directory`) and checked from the first operation on: hashes, signatures, recoveries |
 * | `sage`, `ethr`, any other | by a function that the caller plugs in |
 *
 * A document is checked before it is returned or cached: it must be strict JSON, and its `id` must be the
 * requested DID. A failure is not cached.
 *
 * Documents are kept in memory, or in a {@link DocumentCache} that several machines share. What comes out of one is
 * checked like a document that comes from outside; if the cache fails, nothing is loaded in its place.
 *
 * The log of a `did:plc` may have 256 operations, each of which costs at most five signature checks. Two things rest on
 * the directory's word alone: that it left out nothing newer, and when it received each operation. The document does
 * not say what any of its keys is for, so it makes no key trusted by itself: pin the key that you mean, with its
 * purposes.
 *
 * A blockchain records who controls a `did:ethr`. If that does not matter to you, plug in the document of an account
 * that never changed its keys: `{ ethr: Did.document }`.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { CountersignError } from '../errors.js'
import { limits } from '../http/policy.js'
import type { FetchPolicy } from '../http.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import { checkDocument, document, documentFrom } from './document.js'
import { method, parse } from './parse.js'
import { type DocumentCache, findShared, memoryCache, readCache } from './resolver/cache.js'
import { sharedLoads } from './resolver/loads.js'
import { local, sources } from './resolver/methods.js'
import type { Did, DidDocument } from './types.js'

export type { DocumentCache } from './resolver/cache.js'

/** Resolves the DIDs of one method. May give text or bytes as received, or a parsed document. */
export type Method = (
  did: Did,
) => Promise<string | Uint8Array | object> | string | Uint8Array | object

/** Gives documents for DIDs. */
export type Resolver = {
  /**
   * The document of `did`.
   *
   * @throws what `Did.parse` throws; `ERR_DID_METHOD_UNSUPPORTED` for a method that is not plugged in; `ERR_FETCH_*`;
   * `ERR_DID_LOG`, `ERR_DID_LOG_SIGNATURE`, `ERR_DID_DEACTIVATED` of a `did:plc`; the codes of a document that is
   * refused.
   */
  resolve(did: string): Promise<DidDocument>
  /**
   * Forgets one document, or all of those in memory; of a shared cache, for every machine. A load that is running here
   * still answers those who wait for it, but its document is not kept. What another machine loads at this moment may be
   * kept for its time.
   *
   * @throws `ERR_ARGUMENT` for all of a shared cache: name those that changed.
   */
  forget(did?: string): Promise<void>
}

/**
 * Makes a resolver.
 *
 * @example
 * ```ts
 * const resolver = Did.resolver({ methods: { sage: (did) => registry.load(did) } })
 * const document = await resolver.resolve(did)
 * ```
 */
export function resolver(options: resolver.Options = {}): Resolver {
  const { methods, policy, directories, cache: shared, ttl, ...limits } = readOptions(options)
  const memory = memoryCache(limits)
  const cache = shared ?? memory
  const loads = sharedLoads(cache, ttl)

  async function resolve(text: string): Promise<DidDocument> {
    const did = parse(text)
    const name = method(did)
    const plugged = methods.get(name)
    if (!plugged && local.has(name)) return document(did)
    const found = shared && (await findShared(shared, did))
    if (found) return found
    const load = () =>
      plugged ? loadPlugged(did, plugged) : fetchDocument(did, policy, directories)
    return JSON.parse(memory.find(did) ?? (await loads.join(did, load)))
  }

  async function forget(did?: string): Promise<void> {
    if (did === undefined && shared) throw check.unfit('did', 'a DID: the cache is shared', 'none')
    const names = did === undefined ? [...memory.names(), ...loads.names()] : [parse(did)]
    for (const name of names) loads.forget(name)
    await Promise.all(names.map((name) => cache.forget(name)))
  }

  return { resolve, forget }
}

export declare namespace resolver {
  type Options = {
    /**
     * Where documents are kept, for several machines: `documents` of their stores. Default: in memory, within the limits
     * below.
     */
    readonly cache?: DocumentCache
    /** More methods, or other ways for known ones, by name: `{ sage: (did) => registry.load(did) }`. */
    readonly methods?: Readonly<Record<string, Method>>
    /** Seconds for which a document is kept. Default: 300. 0 keeps none. */
    readonly ttl?: number
    /** Most documents that are kept; the oldest goes first. Default: 1000. */
    readonly maxEntries?: number
    /** Most characters that are kept, of all documents together. Default: 16,777,216. */
    readonly maxCharacters?: number
    /** The clock. Default: the system's. */
    readonly now?: () => Date
    /** Limits of what is fetched. */
    readonly policy?: FetchPolicy
    /** Servers of methods that have a directory, by name. Default: the public one of each. */
    readonly directories?: Readonly<Record<string, string>>
  }
}

/** Servers by the name of their method, the caller's or the public ones. */
type Directories = Readonly<Record<string, string>>

const readDirectories: (value: unknown, name: string) => Directories = shape(
  Object.fromEntries(
    [...sources].flatMap(([name, { directory }]) =>
      directory === undefined ? [] : [[name, withDefault(check.text, directory)]],
    ),
  ),
)

const readOptions = shape({
  methods: methodsOf,
  cache: optional(readCache),
  ttl: withDefault(check.integer, 300),
  maxEntries: withDefault(check.within(1), 1_000),
  maxCharacters: withDefault(check.within(1), 16 << 20),
  now: check.clock,
  policy: (value) => limits(value),
  directories: readDirectories,
} satisfies Fields<resolver.Options>)

/** Functions by the name of their method. */
function methodsOf(value: unknown, name: string): ReadonlyMap<string, Method> {
  const functions = value === undefined ? {} : check.record(value, name)
  const entries = check.readable(name, () => Object.entries(functions))
  const read = entries.map(([own, load]) => {
    return [own, check.callable(load, `${name}.${own}`) as Method] as const
  })
  return new Map(read)
}

/** The checked document as text: callers get copies of their own. */
async function loadPlugged(did: Did, load: Method): Promise<string> {
  const { text } = receive(await load(did), 'document')
  return JSON.stringify(checkDocument(text, { did }))
}

async function fetchDocument(
  did: Did,
  policy: FetchPolicy,
  directories: Directories,
): Promise<string> {
  const name = method(did)
  const source = sources.get(name)
  if (!source)
    throw new CountersignError(
      'ERR_DID_METHOD_UNSUPPORTED',
      `the resolver has no method did:${name}: add a function for it to methods`,
    )
  const received = await source.load(did, policy, directories[name] ?? '')
  return JSON.stringify(documentFrom(received, { did }))
}
