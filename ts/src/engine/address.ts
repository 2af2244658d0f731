/**
 * Addresses of engines, as errors show them, and what helps where nothing is there.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'

/** Longer ones hold the file itself (`data:`), and nobody reads them. */
const longest = 200

/** `url` without what may be secret in it: a password, a query. */
export function describeUrl(url: string | URL): string {
  const text = String(url)
    .replace(/[?#].*$/s, '')
    .replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** What was thrown, in a few words. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? ` (${`${cause.name}: ${cause.message}`.slice(0, longest)})` : ''
}

/** The error for an engine that did not come. `cure` says what helps, where that is known. @internal */
export function fetchError(
  why: string,
  cure: string,
  options?: CountersignError.Options,
): CountersignError {
  return new CountersignError('ERR_WASM_FETCH', cure === '' ? why : `${why}; ${cure}`, options)
}
