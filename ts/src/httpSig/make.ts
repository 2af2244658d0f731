/**
 * Signing: what every profile does.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { freshBytes } from '../fresh.js'
import type { Profile } from '../generated/http.js'
import type { HostRequest, HostResponse } from '../host.js'
import { type Open, printOptions } from '../shape.js'
import { signText } from '../signing/unsigned.js'
import { type Create, checkSigner, type Signer } from '../signing.js'
import { bodyBytes, isBare, readBody } from './body.js'
import {
  type Fields,
  isFetch,
  isRequest,
  messageText,
  type PlainRequest,
  partsOfRead,
  partsText,
  plainCopy,
  referrerOf,
} from './message.js'
import { type Shared, secretOf } from './shared.js'

/** {@link signAs.Options} as they were read: times in Unix seconds, no limit left open. @internal */
export type SignSettings = Open<Omit<signAs.Options, 'created' | 'expires' | 'bodyLimit'>> & {
  readonly created: number | false | undefined
  readonly expires: number | undefined
  readonly bodyLimit: number
}

/** What is made has an end, or a lifetime in seconds, whose range the core has. */
type MakeSettings = SignSettings & { readonly lifetime?: number }

/** How a message is signed: by which rules, by whom, with which options. */
type Task = {
  readonly profile: Profile
  readonly signer: Signer | Shared
  readonly settings: MakeSettings
}

/** Signs a message of any form for a profile. @internal */
export function signAs(
  profile: Profile,
  message: unknown,
  signer: Signer | Shared,
  settings: MakeSettings,
): unknown {
  const task = { profile, signer, settings }
  const { origin, request } = settings
  const around = { origin, request, sent: true }
  if (isFetch(message)) return signFetch(task, message, messageText(message, around))
  const read = plainCopy(message)
  const parts = partsOfRead(read, around)
  const { headers, trailers } = parts as { headers: Fields; trailers?: Fields }
  const body = bodyBytes(read.body, 'message.body')
  return fieldsFor(task, partsText(parts), body, (fields) => {
    const signed = present(read)
    if (trailers) signed.trailers = trailers
    signed.headers = [...headers, ...fields]
    return signed
  })
}

export declare namespace signAs {
  /** How to sign. @inline */
  type Options = {
    /** Names the key to the verifier: a DID URL, a thumbprint. */
    readonly keyid?: string
    /**
     * Components, as `@method`, `content-type`, or with parameters `"@query-param";name="id"`.
     *
     * Default: method, target URI, and the digest of a body. Of a response: status, the digest, and of
     * the request that it answers method, target URI, digest and signatures.
     */
    readonly components?: readonly string[]
    /** Default: now. `false` leaves it out; most verifiers refuse such a signature. */
    readonly created?: Date | false
    /** First second at which it no longer holds. */
    readonly expires?: Date
    /** Default: 24 random bytes in base64url. `false` leaves it out. */
    readonly nonce?: string | false
    /** The application that it is for. */
    readonly tag?: string
    /** Default: `sig1`. */
    readonly label?: string
    /** Write the parameter `alg`. Verifiers take the algorithm from the key. Default: false. */
    readonly includeAlgorithm?: boolean
    /** The hash of a digest that is added. Default: `sha-256`. */
    readonly digest?: 'sha-256' | 'sha-512'
    /** For a `Response`: the request that it answers. */
    readonly request?: HostRequest | PlainRequest
    /** Scheme and host by which clients reach this service, where the URL does not have them. */
    readonly origin?: string
    /** Largest body of a `Request` or `Response` that is read. Default: 1 MiB. */
    readonly bodyLimit?: number
  }
}

function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const defined: Record<string, unknown> = {}
  for (const name of Object.keys(members))
    if (members[name] !== undefined) defined[name] = members[name]
  return defined
}

async function signFetch(
  task: Task,
  message: HostRequest | HostResponse,
  text: string,
): Promise<HostRequest | HostResponse> {
  const bytes = await readBody(message, task.settings.bodyLimit)
  const headers = new Headers(message.headers)
  await fieldsFor(task, text, bytes, (fields) => {
    for (const [name, value] of fields) headers.append(name, value)
  })
  // The bytes that were signed are the bytes that are sent.
  const body = isBare(message, bytes) ? null : (bytes as Uint8Array<ArrayBuffer>)
  if (isRequest(message))
    // Chromium uses up the body of what a request is made from, even where another takes its place.
    return new Request(message.clone() as HostRequest, {
      ...referrerOf(message),
      headers,
      ...(body && { body }),
    })
  const { status, statusText } = message
  return new Response(body, { status, statusText, headers })
}

function fieldsFor<T>(
  { profile, signer, settings }: Task,
  message: string,
  body: Uint8Array,
  use: (fields: Fields) => T,
): T | Promise<T> {
  const secret = secretOf(signer, 'signer')
  const algorithm = secret ? 'hmac-sha256' : checkSigner(signer).algorithm
  const options = parameters(profile, settings, algorithm)
  if (secret)
    return use(JSON.parse(call((engine) => engine.httpSigSeal(message, body, options, secret))))
  const make: Create = (engine) => engine.httpSigUnsigned(message, body, options)
  return signText(signer as Signer, make, (fields) => use(JSON.parse(fields))) as T | Promise<T>
}

function parameters(profile: Profile, settings: MakeSettings, algorithm: string): string {
  const { keyid, components, created, expires, lifetime, nonce, tag, label, digest } = settings
  return printOptions({
    profile,
    algorithm,
    keyid,
    tag,
    label,
    digest,
    components,
    created: created === false ? undefined : (created ?? check.secondsOrNow(undefined, 'created')),
    expires,
    lifetime,
    nonce: nonce === false ? undefined : (nonce ?? fresh()),
    includeAlgorithm: settings.includeAlgorithm,
  })
}

function fresh(): string {
  const bytes = freshBytes(24)
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}
