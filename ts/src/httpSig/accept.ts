/**
 * Verifying: what every profile does.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { markOnce, type ReplayStore } from '../replay.js'
import { type Purpose, purposes, type Trust, trustText } from '../trust.js'
import type { Profile } from './make.js'
import {
  isFetch,
  messageText,
  type PlainMessage,
  type PlainRequest,
  plainBody,
  readBody,
} from './message.js'
import { type Shared, secretOf } from './shared.js'

/** What a signature says of itself. */
export type Claims = {
  readonly label: string
  /** What it covers, each as in `Signature-Input`. */
  readonly components: readonly string[]
  /** Unix seconds. */
  readonly created?: number
  /** First second at which it no longer holds. */
  readonly expires?: number
  readonly keyid?: string
  readonly alg?: string
  readonly nonce?: string
  readonly tag?: string
}

/** What a verified signature proved. */
export type Verified = Claims & {
  /** That of the key. */
  readonly algorithm: string
  /** `shared-secret`: somebody who has the secret signed, which may have been this side. */
  readonly trust: 'trusted' | 'shared-secret'
  /** The key, a Multikey. */
  readonly key?: string
  /** The name that the trust input gives the key; `keyid` is only what the signer wrote. */
  readonly trustedKeyId?: string
  /** The DID that the trust input names for the key. */
  readonly controller?: string
  /** The body is the one that was signed. */
  readonly bodyCovered: boolean
  /** What the signature says nothing about: derived components, fields, `body`. */
  readonly uncovered: readonly string[]
  /** Whether a store has marked it, so that it counts once. */
  readonly replay: 'marked' | 'unchecked'
  /** The body as it was received. */
  readonly content: Uint8Array
}

/**
 * Gives what to trust for a `keyid`, or nothing. Nothing is verified at that time. The message comes
 * without its body.
 */
export type KeyLookup = (
  keyid: string | undefined,
  claims: Claims,
  message: PlainMessage,
) => Trust | Shared | undefined | Promise<Trust | Shared | undefined>

/** How to verify. */
export type VerifyOptions = {
  /** Who is trusted. This or `keys`. */
  readonly trust?: Trust | Shared
  /** Looks up who is trusted. */
  readonly keys?: KeyLookup
  /** Scheme and host by which clients reach this service: `https://api.example`. */
  readonly origin?: string
  /** Of a `Response`: the request that it answers, as it was sent. Without it the response is tied to none. */
  readonly request?: Request | PlainRequest
  /** The signature to verify, by label. */
  readonly label?: string
  /** The `tag` that it must have; chooses among several. */
  readonly tag?: string
  /** Components that must be covered, instead of the default. A body must be covered too. */
  readonly required?: readonly string[]
  /** Take a body that the signature does not cover. Default: false. */
  readonly allowUncoveredBody?: boolean
  /** Take a signature without `created`. Default: false. */
  readonly allowMissingCreated?: boolean
  /** Default: false. */
  readonly requireExpires?: boolean
  /** Default: false. */
  readonly requireNonce?: boolean
  /** Greatest age, in seconds. Default: 300. */
  readonly maxAge?: number
  /** Longest time from `created` to `expires`, in seconds. */
  readonly maxLifetime?: number
  /** Difference of clocks that is allowed, in seconds. Default: 60. */
  readonly skew?: number
  /** Default: all that are offered. */
  readonly algorithms?: readonly string[]
  /** What the key must be trusted for. Default: `authentication`. */
  readonly purpose?: Purpose
  /** Marks the signature once all else held: by key and nonce, or by what was signed. */
  readonly replay?: ReplayStore
  /** Largest body of a `Request` or `Response` that is read. Default: 1 MiB. */
  readonly bodyLimit?: number
  /** Default: the clock, read when keys and body are there. */
  readonly now?: Date
}

/** Verifies a message of any form by the rules of a profile. @internal */
export async function verifyAs(
  profile: Profile,
  message: unknown,
  options: unknown,
  clock?: () => Date,
): Promise<Verified> {
  const given = check.record(options, 'options') as VerifyOptions
  const text = messageText(message, { origin: given.origin, request: given.request })
  const policy = policyOf(profile, given)
  const read = clock ?? (() => given.now ?? new Date())
  const now = (): string => JSON.stringify({ ...policy, now: check.seconds(read(), 'now') })
  const trust = given.keys === undefined ? given.trust : await lookUp(text, now(), given.keys)
  const content = isFetch(message) ? await readBody(message, given.bodyLimit) : plainBody(message)
  // Keys and body took their time: what is over by now must not pass, as its mark may be over too.
  const { replay, ...facts } = JSON.parse(answer(text, content, trust, now()))
  if (given.replay === undefined) return { ...facts, replay: 'unchecked', content }
  await markOnce(given.replay, replay.id, replay.until)
  return { ...facts, replay: 'marked', content }
}

function answer(text: string, content: Uint8Array, trust: unknown, policy: string): string {
  const secret = secretOf(trust, 'trust')
  if (secret) return call((engine) => engine.httpSigVerifyShared(text, content, secret, policy))
  const keys = trustText(trust as Trust)
  return call((engine) => engine.httpSigVerify(text, content, keys, policy))
}

async function lookUp(text: string, policy: string, keys: unknown): Promise<Trust | Shared> {
  check.callable(keys, 'keys')
  const claims: Claims = JSON.parse(call((engine) => engine.httpSigChoose(text, policy)))
  const trust = await (keys as KeyLookup)(claims.keyid, claims, JSON.parse(text))
  if (trust === undefined)
    throw new CountersignError('ERR_HTTP_SIG_KEY', 'no trusted key is meant by the keyid')
  return trust
}

function policyOf(profile: Profile, options: VerifyOptions): Record<string, unknown> {
  const { label, tag, required, algorithms, purpose, replay } = options
  const whole = (value: unknown, name: string) =>
    value === undefined ? undefined : check.integer(value, name)
  const flag = (value: unknown, name: string) => check.boolean(value ?? false, name)
  const names = (value: unknown, name: string) =>
    value === undefined ? undefined : check.list(value, name).map((one) => check.text(one, name))
  return {
    profile,
    label: label === undefined ? undefined : check.text(label, 'label'),
    tag: tag === undefined ? undefined : check.text(tag, 'tag'),
    required: names(required, 'required'),
    algorithms: names(algorithms, 'algorithms'),
    purpose: purpose === undefined ? undefined : check.oneOf(purpose, 'purpose', purposes),
    skew: whole(options.skew, 'skew'),
    maxAge: whole(options.maxAge, 'maxAge'),
    maxLifetime: whole(options.maxLifetime, 'maxLifetime'),
    allowUncoveredBody: flag(options.allowUncoveredBody, 'allowUncoveredBody'),
    allowMissingCreated: flag(options.allowMissingCreated, 'allowMissingCreated'),
    requireExpires: flag(options.requireExpires, 'requireExpires'),
    requireNonce: flag(options.requireNonce, 'requireNonce'),
    replay: replay !== undefined,
  }
}

/**
 * Looks up a `keyid` that is a DID or a DID URL. A bare DID means any key of its document.
 *
 * @example
 * ```ts
 * await HttpSig.verify(request, { keys: HttpSig.didKeys(Did.resolver()) })
 * ```
 */
export function didKeys(resolver: { resolve(did: string): Promise<object> }): KeyLookup {
  check.callable(check.record(resolver, 'resolver')['resolve'], 'resolver.resolve')
  return async (keyid) => {
    if (keyid === undefined || !keyid.startsWith('did:')) return undefined
    return { document: await resolver.resolve(keyid.split('#', 1)[0] as string) }
  }
}
