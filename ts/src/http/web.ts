/**
 * Fetching in browsers and workers. The host hides which address a name has; its
 * own rules (same origin, private network access) are all that guards it.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { type Answer, collect, type Limits, tooLarge, tooSlow } from './policy.js'

/** Fetches `url`, which `allowed` has passed. */
export async function webFetch(url: URL, accept: string, limits: Limits): Promise<Answer> {
  const signal = AbortSignal.timeout(limits.timeout)
  try {
    const response = await fetch(url, {
      headers: { accept },
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    // A browser hides the status of a redirect that it does not follow.
    const status = response.type === 'opaqueredirect' ? 302 : response.status
    if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes)
      throw tooLarge(limits)
    const body = await collect(chunks(response), limits)
    const contentType = response.headers.get('content-type') ?? ''
    return { status, contentType, headers: [...response.headers], body }
  } catch (error) {
    if (error instanceof CountersignError) throw error
    if (signal.aborted) throw tooSlow(limits)
    throw new CountersignError('ERR_FETCH_FAILED', `${url.host} could not be reached`, {
      cause: error,
    })
  }
}

/** Reads by hand: not every browser can iterate a stream. */
async function* chunks(response: Response): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
