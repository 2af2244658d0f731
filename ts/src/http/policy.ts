/**
 * What may be fetched, and how much of it.
 *
 * @module
 */

import { concat } from '../bytes.js'
import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { isAddress, isPublic } from './address.js'

/** Limits of one fetch. The defaults are the strict ones. */
export type FetchPolicy = {
  /** Largest body in bytes. Default: 1 MiB. */
  readonly maxBytes?: number
  /** Whole time in milliseconds, from look-up to last byte. Default: 5000. */
  readonly timeout?: number
  /** Allow `http:`. For tests and closed networks. */
  readonly allowHttp?: boolean
  /** Allow private, loopback and other addresses that are not public. For tests and closed networks. */
  readonly allowPrivate?: boolean
}

/** A policy with nothing left open. @internal */
export type Limits = Required<FetchPolicy>

/** What came. @internal */
export type Answer = {
  readonly status: number
  readonly contentType: string
  /** Every field, one pair for each line. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

/** Checks a policy and fills in the defaults. @internal */
export function limits(policy?: unknown): Limits {
  return readPolicy(policy, 'policy')
}

const readPolicy = shape({
  maxBytes: withDefault(check.within(1), 1 << 20),
  timeout: withDefault(check.within(1, 600_000), 5_000),
  allowHttp: withDefault(check.boolean, false),
  allowPrivate: withDefault(check.boolean, false),
} satisfies Fields<FetchPolicy>)

/** Checks what can be seen of `text` before anything is sent. @internal */
export function checkUrl(text: string, { allowHttp, allowPrivate }: Limits): URL {
  if (!URL.canParse(text)) throw check.unfit('url', 'an absolute URL', text)
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw blockedError(`only https: is fetched, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw blockedError('a URL with a user name or password is not fetched')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && (isAddress(host) ? !isPublic(host) : isLocalName(host)))
    throw blockedError(`${host} is not a public address`)
  return url
}

/** Names that never leave the machine (RFC 6761, section 6.3), with the dot of a full name or without. */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host)
}

/** The error for what the policy forbids. @internal */
export function blockedError(why: string): CountersignError {
  return new CountersignError('ERR_FETCH_BLOCKED', why, { member: 'url' })
}

/** The error for a body over the limit. @internal */
export function tooLarge({ maxBytes }: Limits): CountersignError {
  return new CountersignError('ERR_FETCH_LIMIT', `the body is larger than ${maxBytes} bytes`, {
    limit: maxBytes,
  })
}

/** The error for a fetch that took too long. @internal */
export function tooSlow({ timeout }: Limits): CountersignError {
  return new CountersignError(
    'ERR_FETCH_LIMIT',
    `the whole answer did not come within ${timeout} ms`,
    { limit: timeout },
  )
}

/** Joins chunks up to the limit. @internal */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limits.maxBytes) throw tooLarge(limits)
    parts.push(chunk)
  }
  return concat(parts)
}
