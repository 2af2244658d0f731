/**
 * Verifying: what every profile does.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { CountersignError, excerpt } from '../errors.js'
import type { Present } from '../facts.js'
import type { Profile } from '../generated/http.js'
import type { HostRequest } from '../host.js'
import { markOnce, type ReplayStore } from '../replay.js'
import { members, type Open, printOptions } from '../shape.js'
import {
  type ProvenKey,
  type Purpose,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
  trustRecord,
} from '../trust.js'
import { readBody } from './body.js'
import { isFetch, messageText, type PlainMessage, type PlainRequest, plainBody } from './message.js'
import { type Shared, secretOf } from './shared.js'

/** What a signature says about itself. */
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
  /**
   * The key under which the signature holds; its `id` is the name in the trust input, and `keyid` only what the signer
   * wrote. `null` for a shared secret: somebody who has the secret signed, which may have been this side.
   */
  readonly signer: ProvenKey | null
  /**
   * The ECDSA signature has a high S: anybody could have made it from the one with a low S. Absent otherwise. Never
   * identify a message by the bytes of its signature.
   */
  readonly highS?: boolean
  /** The body is the one that was signed. */
  readonly bodyCovered: boolean
  /** What the signature says nothing about: derived components, fields, `body`. */
  readonly uncovered: readonly string[]
  /** Whether a store has marked it, so that it counts once. */
  readonly replay: Present
  /** The body as it was received. */
  readonly content: Uint8Array
}

/** Who is trusted to sign: a trust input, or a shared secret. */
export type Known = Trust | TrustInput | Shared

/**
 * Gives what to trust for a `keyid`, or nothing. Nothing is verified at that time. The message comes
 * without its body.
 */
export type KeyLookup = (
  keyid: string | undefined,
  claims: Claims,
  message: PlainMessage,
) => Known | undefined | Promise<Known | undefined>

/** What every verifier takes; or a shared secret; or a function that looks one of them up for each message. */
export type TrustSource = Known | KeyLookup

/** {@link verifyAs.Options} as they were read: a time in Unix seconds, no limit left open. @internal */
export type VerifySettings = Open<Omit<verifyAs.Options, 'now' | 'bodyLimit'>> & {
  readonly now: number | undefined
  readonly bodyLimit: number
}

/** Verifies a message of any form by the rules of a profile. @internal */
export async function verifyAs(
  profile: Profile,
  message: unknown,
  trust: TrustSource,
  settings: VerifySettings,
  clock?: () => number,
): Promise<Verified> {
  const { verified, mark } = await verifyUnmarked(profile, message, trust, settings, clock)
  await mark()
  return verified
}

/** A signature that holds, and what marks it: then it says so itself. Without a store, nothing is marked. */
type Unmarked = { readonly verified: Verified; readonly mark: () => Promise<void> }

/** As {@link verifyAs}, for whoever asks more of a message before it counts. @internal */
export async function verifyUnmarked(
  profile: Profile,
  message: unknown,
  trust: TrustSource,
  settings: VerifySettings,
  clock: () => number = () => settings.now ?? check.secondsOrNow(undefined, 'now'),
): Promise<Unmarked> {
  const { origin, request, replay: store, bodyLimit } = settings
  const trusted = checkTrusted(trust)
  const text = messageText(message, { origin, request, sent: false })
  const policy = policyOf(profile, settings)
  const now = (): string => printOptions({ ...policy, now: clock() })
  const found = typeof trusted === 'function' ? await lookUp(text, now(), trusted) : trusted
  const content = isFetch(message) ? await readBody(message, bodyLimit) : plainBody(message)
  // Keys and body took their time: what is over by now must not pass, as its mark may be over too.
  const facts = JSON.parse(answer(text, content, found, now()))
  const { replay: marked } = facts
  facts.replay = { state: 'unchecked' }
  facts.content = content
  return {
    verified: facts,
    async mark() {
      if (store === undefined) return
      await markOnce(store, marked.mark, marked.until, marked.sender)
      facts.replay = { state: 'ok' }
    },
  }
}

export declare namespace verifyAs {
  /** How to verify. @inline */
  type Options = {
    /** Scheme and host by which clients reach this service: `https://api.example`. */
    readonly origin?: string
    /** For a `Response`: the request that it answers, as it was sent. Without it, the response is tied to no request. */
    readonly request?: HostRequest | PlainRequest
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
    /** Greatest age, in seconds. Default: 300; of web-bot-auth 86,400, of the Trusted Agent Protocol 480. */
    readonly maxAge?: number
    /**
     * Longest time from `created` to `expires`, in seconds; where `created` is missing, from now. Default:
     * 86,400; of the Trusted Agent Protocol 480.
     */
    readonly maxLifetime?: number
    /**
     * Most signature checks, 1 to 4096, where `keyid` means several trusted keys, as a bare DID does.
     * Default: 16.
     */
    readonly maxChecks?: number
    /** How far clocks may differ, in seconds. Default: 60. */
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
}

function answer(text: string, content: Uint8Array, trust: Known, policy: string): string {
  const secret = secretOf(trust, 'trust')
  if (secret) return call((engine) => engine.httpSigVerifyShared(text, content, secret, policy))
  const keys = prepareTrust(trust as TrustInput)
  return call((engine) => engine.httpSigVerify(text, content, trustHandle(keys), policy))
}

async function lookUp(text: string, policy: string, keys: KeyLookup): Promise<Known> {
  const claims: Claims = JSON.parse(call((engine) => engine.httpSigChoose(text, policy)))
  const { keyid } = members(claims, 'claims', ['keyid']) as Pick<Claims, 'keyid'>
  const trust = await keys(keyid, claims, JSON.parse(text))
  if (trust === undefined)
    throw new CountersignError(
      'ERR_HTTP_SIG_KEY',
      'no trusted key has the keyid of the signature: the lookup of keys gave nothing',
      { got: excerpt(keyid ?? '') },
    )
  return trust
}

/**
 * Checks who is trusted as far as no engine is needed, so that a service knows of a mistake when it is made.
 *
 * @throws `ERR_ARGUMENT` for a value of another kind, and for what belongs elsewhere.
 * @internal
 */
export function checkTrusted(trust: unknown): TrustSource {
  if (typeof trust === 'function') return trust as KeyLookup
  if (typeof trust !== 'object' || trust === null || check.isArray(trust, 'trust'))
    throw check.wrong('trust', kinds, trust)
  const { keys } = members(trustRecord(trust), 'trust', ['keys'])
  if (typeof keys === 'function')
    throw new CountersignError(
      'ERR_ARGUMENT',
      'trust.keys must be an array: pass a function that finds keys as trust itself',
      { member: 'trust.keys', want: 'an array', got: 'function' },
    )
  return trust as Known
}

const kinds = 'a trust input, a shared secret, or a function that finds one'

/** The policy for the engine, which takes the profile's value for a member that is missing. */
function policyOf(profile: Profile, settings: VerifySettings): Record<string, unknown> {
  const around = { origin: undefined, request: undefined, bodyLimit: undefined }
  return { ...settings, ...around, profile, replay: settings.replay !== undefined }
}

/**
 * Looks up a `keyid` that is a DID or a DID URL. A bare DID means any key of its document, of which
 * `maxChecks` are tried.
 *
 * Anybody can make a DID, and each takes room in a replay store: where clients are known, look up those alone.
 *
 * @example
 * ```ts
 * await HttpSig.verify(request, HttpSig.didKeys(resolver))
 * ```
 */
export function didKeys(resolver: { resolve(did: string): Promise<object> }): KeyLookup {
  const { resolve } = members(resolver, 'resolver', ['resolve'])
  check.callable(resolve, 'resolver.resolve')
  return async (keyid) => {
    if (keyid === undefined || !keyid.startsWith('did:')) return undefined
    return { document: await resolver.resolve(keyid.split('#', 1)[0] as string) }
  }
}
