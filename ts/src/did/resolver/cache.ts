/**
 * Where a resolver keeps the documents that it loaded.
 *
 * @module
 */

import * as check from '../../check.js'
import { CountersignError } from '../../errors.js'
import { members } from '../../shape.js'
import { checkDocument } from '../document.js'
import type { Did, DidDocument } from '../types.js'

/** Keeps documents that a resolver loaded, as text. Whatever a function throws, `resolve` throws. */
export type DocumentCache = {
  /** The document of this DID, unless its time is over. */
  find(did: string): string | undefined | Promise<string | undefined>
  /** Keeps a document for so many seconds, if there is room. */
  keep(did: string, text: string, seconds: number): void | Promise<void>
  forget(did: string): void | Promise<void>
}

/** What a resolver keeps at most, and its clock. */
type Limits = {
  readonly maxEntries: number
  readonly maxCharacters: number
  readonly now: () => number
}

/** A cache that answers at once. */
interface MemoryCache extends DocumentCache {
  find(did: string): string | undefined
  names(): Iterable<string>
}

/** Documents in memory; the oldest goes first. */
export function memoryCache({ maxEntries, maxCharacters, now }: Limits): MemoryCache {
  const entries = new Map<string, { readonly text: string; readonly expires: number }>()
  let characters = 0
  const forget = (did: string): void => {
    characters -= entries.get(did)?.text.length ?? 0
    entries.delete(did)
  }
  const find = (did: string): string | undefined => {
    const entry = entries.get(did)
    return entry && now() < entry.expires ? entry.text : undefined
  }
  const keep = (did: string, text: string, seconds: number): void => {
    forget(did)
    entries.set(did, { text, expires: now() + seconds })
    characters += text.length
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && characters <= maxCharacters) break
      forget(oldest)
    }
  }
  return { find, keep, forget, names: () => entries.keys() }
}

/** A cache of the caller. */
export function readCache(value: unknown, name: string): DocumentCache {
  const read = members(value, name, ['find', 'keep', 'forget'])
  for (const [member, found] of Object.entries(read)) check.callable(found, `${name}.${member}`)
  return value as DocumentCache
}

/**
 * The document that a shared cache has, which may give anything.
 *
 * @throws `ERR_STORE_DAMAGED`.
 */
export async function findShared(cache: DocumentCache, did: Did): Promise<DidDocument | undefined> {
  const text: unknown = await cache.find(did)
  if (text === undefined) return undefined
  try {
    return checkDocument(check.text(text, 'text'), { did })
  } catch (cause) {
    throw new CountersignError(
      'ERR_STORE_DAMAGED',
      `the cache gave what is no document of ${did}: forget it`,
      { cause },
    )
  }
}
