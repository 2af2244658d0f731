/**
 * Loads of documents that are running.
 *
 * @internal
 * @module
 */

import type { DocumentCache } from './cache.js'

type Loads = {
  /** The text that a running load of this document gives; where there is none, `load` is started. */
  join(did: string, load: () => Promise<string>): Promise<string>
  names(): Iterable<string>
  /** Whoever waits for this load is answered, but its document is not kept. */
  forget(did: string): void
}

/** Callers that ask for a document at the same time share one load; `cache` keeps it for `ttl` seconds. @internal */
export function sharedLoads(cache: DocumentCache, ttl: number): Loads {
  const running = new Map<string, Promise<string>>()

  function start(did: string, load: () => Promise<string>): Promise<string> {
    const own = () => running.get(did) === started
    const started: Promise<string> = Promise.resolve()
      .then(load)
      .then(async (text) => {
        if (ttl === 0 || !own()) return text
        await cache.keep(did, text, ttl)
        // Whoever had it forgotten meanwhile knew of a newer one.
        if (!own()) await cache.forget(did)
        return text
      })
      .finally(() => own() && running.delete(did))
    running.set(did, started)
    return started
  }

  return {
    join: (did, load) => running.get(did) ?? start(did, load),
    names: () => running.keys(),
    forget: (did) => running.delete(did),
  }
}
