/**
 * Resolves DIDs to documents.
 *
 * | Method | How |
 * | --- | --- |
 * | `key`, `jwk`, `peer`, `pkh`, `ethr` | from the DID alone (of `ethr`: the document of an identity that never changed its keys) |
 * | `web` | fetched over HTTPS under a {@link FetchPolicy} |
 * | `sage`, any other | by a function that the caller plugs in |
 *
 * A document is checked before it is given out or cached: strict JSON, and its
 * `id` is the DID that was asked for. A failure is not cached.
 *
 * @module
 */

import * as check from './check.js'
import { checkDocument, type Did, type DidDocument, document, method, parse, toUrl } from './did.js'
import { received } from './document.js'
import { CountersignError } from './errors.js'
import { type FetchPolicy, fetchDocument } from './http.js'

/** Resolves the DIDs of one method. May give text or bytes as received, or a parsed document. */
export type Method = (
  did: Did,
) => Promise<string | Uint8Array | object> | string | Uint8Array | object

/** Gives documents for DIDs. */
export type Resolver = {
  /**
   * The document of `did`.
   *
   * @throws what `Did.parse` throws; `ERR_DID_METHOD_UNSUPPORTED` for a method that is not plugged in;
   * `ERR_FETCH_*`; the codes of a document that is refused.
   */
  resolve(did: string): Promise<DidDocument>
  /** Forgets one document, or all. */
  forget(did?: string): void
}

/** Options of {@link resolver}. */
export type ResolverOptions = {
  /** More methods, or other ways for known ones, by name: `{ sage: (did) => registry.load(did) }`. */
  readonly methods?: Readonly<Record<string, Method>>
  /** Seconds for which a document is kept. Default: 300. 0 keeps none. */
  readonly ttl?: number
  /** Most documents kept; the one that was fetched first goes first. Default: 1000. */
  readonly maxEntries?: number
  /** The clock. Default: the system's. */
  readonly now?: () => Date
  /** Limits of what is fetched. */
  readonly policy?: FetchPolicy
}

type Entry = { readonly text: string; readonly expires: number }

/** Methods whose documents follow from the DID. */
const local = ['key', 'jwk', 'peer', 'pkh', 'ethr']

const contentTypes = [
  'application/did+json',
  'application/json',
  'application/did+ld+json',
  'application/ld+json',
]

/**
 * Makes a resolver.
 *
 * @example
 * ```ts
 * const resolver = Did.resolver({ methods: { sage: (did) => registry.load(did) } })
 * const document = await resolver.resolve('did:web:agent.example')
 * ```
 */
export function resolver(options: ResolverOptions = {}): Resolver {
  const {
    methods = {},
    ttl = 300,
    maxEntries = 1_000,
    now = () => new Date(),
    policy = {},
  } = check.record(options, 'options') as ResolverOptions
  for (const [name, load] of Object.entries(check.record(methods, 'methods')))
    check.callable(load, `methods.${name}`)
  check.integer(ttl, 'ttl')
  check.integer(maxEntries, 'maxEntries', 1)
  check.callable(now, 'now')
  const cache = new Map<string, Entry>()
  const running = new Map<string, Promise<string>>()

  async function resolve(text: string): Promise<DidDocument> {
    const did = parse(text)
    const kept = cache.get(did)
    if (kept && now().getTime() < kept.expires) return JSON.parse(kept.text)
    const load = running.get(did) ?? start(did)
    return JSON.parse(await load)
  }

  /** Callers that ask at the same time share one load. */
  function start(did: Did): Promise<string> {
    const load = Promise.resolve()
      .then(() => loaded(did, methods, policy))
      .then((text) => keep(did, text))
      .finally(() => running.delete(did))
    running.set(did, load)
    return load
  }

  function keep(did: Did, text: string): string {
    cache.delete(did)
    if (ttl > 0) cache.set(did, { text, expires: now().getTime() + ttl * 1_000 })
    const [oldest] = cache.keys()
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
    return text
  }

  return {
    resolve,
    forget: (did) => {
      if (did === undefined) cache.clear()
      else cache.delete(parse(did))
    },
  }
}

/** The checked document as text: callers get copies of their own. */
async function loaded(
  did: Did,
  methods: Readonly<Record<string, Method>>,
  policy: FetchPolicy,
): Promise<string> {
  const name = method(did)
  if (Object.hasOwn(methods, name))
    return JSON.stringify(checkDocument(await plugged(did, methods[name] as Method), did))
  if (local.includes(name)) return JSON.stringify(document(did))
  if (name !== 'web')
    throw new CountersignError(
      'ERR_DID_METHOD_UNSUPPORTED',
      `no resolver is plugged in for did:${name}`,
    )
  const { bytes } = await fetchDocument(toUrl(did), policy, contentTypes)
  return JSON.stringify(checkDocument(bytes, did))
}

async function plugged(did: Did, load: Method): Promise<string> {
  return received(await load(did), 'document').text
}
