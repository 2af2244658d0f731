/**
 * Fetching in Node, where the address behind a name can be seen.
 *
 * Each address that a name has is checked, and the connection goes to a checked
 * one: no second look-up could give another.
 *
 * Node's modules are taken from `process.getBuiltinModule`, so that this file
 * can be part of a browser bundle, where it is never run.
 *
 * @internal
 * @module
 */

import type { LookupAddress, LookupOptions } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { CountersignError } from '../errors.js'
import { isPublic } from './address.js'
import { type Answer, blockedError, collect, type Limits, tooLarge, tooSlow } from './policy.js'

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** The loader of Node's own modules, where this is Node, or Deno or Bun, which offer the same. */
export function builtin(): typeof process.getBuiltinModule | undefined {
  return typeof process === 'object' && typeof process.getBuiltinModule === 'function'
    ? process.getBuiltinModule.bind(process)
    : undefined
}

/** Tells whether this is Node, or a runtime that says that it is. */
export function isNode(): boolean {
  return typeof process === 'object' && typeof process.versions?.node === 'string'
}

/** Fetches `url`, which `allowed` has passed. */
export async function nodeFetch(
  url: URL,
  accept: string,
  limits: Limits,
  load: typeof process.getBuiltinModule,
): Promise<Answer> {
  const signal = AbortSignal.timeout(limits.timeout)
  try {
    const response = await request(url, accept, limits, signal, load)
    if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) {
      response.destroy()
      throw tooLarge(limits)
    }
    const status = response.statusCode ?? 0
    const encoding = response.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') {
      response.destroy()
      throw new CountersignError(
        'ERR_FETCH_TYPE',
        `the body is encoded as ${encoding}, which was not asked for`,
        { want: 'identity', got: encoding },
      )
    }
    return {
      status,
      contentType: response.headers['content-type'] ?? '',
      headers: pairs(response.rawHeaders),
      body: await collect(response, limits),
    }
  } catch (error) {
    if (error instanceof CountersignError) throw error
    if (signal.aborted) throw tooSlow(limits)
    throw new CountersignError('ERR_FETCH_FAILED', `${url.host} could not be reached`, {
      cause: error,
    })
  }
}

function request(
  url: URL,
  accept: string,
  limits: Limits,
  signal: AbortSignal,
  load: typeof process.getBuiltinModule,
): Promise<IncomingMessage> {
  const { request } = load(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(
      url,
      {
        // A connection of an earlier fetch may lead to an address that this policy forbids.
        agent: false,
        headers: { accept, 'accept-encoding': 'identity' },
        lookup: (name: string, options: LookupOptions, done: Done) =>
          lookup(name, options, limits, load, done),
        signal,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** `dns.lookup` that fails unless every address is allowed. */
function lookup(
  name: string,
  options: LookupOptions,
  { allowPrivate }: Limits,
  load: typeof process.getBuiltinModule,
  done: Done,
): void {
  load('node:dns').lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    const hidden = allowPrivate ? undefined : addresses.find(({ address }) => !isPublic(address))
    if (hidden)
      return done(
        blockedError(`${name} leads to ${hidden.address}, which is not a public address`),
        [],
      )
    if (options.all) return done(null, addresses)
    const [first] = addresses
    done(first ? null : new Error('no address'), first?.address ?? '', first?.family)
  })
}

/** Names and values stand in turn. */
function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
}
