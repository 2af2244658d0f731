/**
 * Signing: what every profile does.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { checkSigner, type Signer, signWith } from '../signing.js'
import {
  type Fields,
  isFetch,
  isRequest,
  messageText,
  type PlainRequest,
  plainBody,
  readBody,
  referred,
} from './message.js'
import { type Shared, secretOf } from './shared.js'

/** Profiles, as the engine names them. @internal */
export type Profile =
  | 'rfc9421'
  | 'sage'
  | 'web-bot-auth'
  | 'web-bot-auth-directory'
  | 'tap-browser'
  | 'tap-payer'
  | 'mcp'

/** How to sign. */
export type SignOptions = {
  /** Who signs: a key, or a shared secret for `hmac-sha256`. */
  readonly signer: Signer | Shared
  /** Names the key to the verifier: a DID URL, a thumbprint. */
  readonly keyid?: string
  /**
   * Components, as `@method`, `content-type`, or with parameters `"@query-param";name="id"`.
   *
   * Default: method, target URI, and the digest of a body. Of a response: status, the digest, and of
   * the request that it answers method, target URI, digest and signatures.
   */
  readonly components?: readonly string[]
  /** Default: now. `false` leaves it out, and a verifier will want to know why. */
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
  /** Of a `Response`: the request that it answers. */
  readonly request?: Request | PlainRequest
  /** Scheme and host by which clients reach this service, where the URL does not have them. */
  readonly origin?: string
  /** Largest body of a `Request` or `Response` that is read. Default: 1 MiB. */
  readonly bodyLimit?: number
}

type Prepared = {
  readonly label: string
  readonly parameters: string
  readonly base: string
  readonly headers: Fields
}

/** Signs a message of any form for a profile. @internal */
export function signAs(profile: Profile, message: unknown, options: unknown): unknown {
  const given = check.record(options, 'options') as SignOptions
  const text = messageText(message, { origin: given.origin, request: given.request })
  if (!isFetch(message)) {
    const add = (fields: Fields) => ({
      ...(message as object),
      headers: [...(message as { headers: Fields }).headers, ...fields],
    })
    return fieldsFor(profile, text, plainBody(message), given, add)
  }
  return fetched(profile, message, text, given)
}

async function fetched(
  profile: Profile,
  message: Request | Response,
  text: string,
  options: SignOptions,
): Promise<Request | Response> {
  const bytes = await readBody(message, options.bodyLimit)
  const headers = new Headers(message.headers)
  await fieldsFor(profile, text, bytes, options, (fields) => {
    for (const [name, value] of fields) headers.append(name, value)
  })
  // The bytes that were signed are the bytes that are sent.
  const body = message.body === null ? null : (bytes as Uint8Array<ArrayBuffer>)
  if (isRequest(message))
    // Chromium uses up the body of what a request is made from, even where another takes its place.
    return new Request(message.clone() as Request, {
      ...referred(message),
      headers,
      ...(body && { body }),
    })
  const { status, statusText } = message
  return new Response(body, { status, statusText, headers })
}

function fieldsFor<T>(
  profile: Profile,
  message: string,
  body: Uint8Array,
  options: SignOptions,
  use: (fields: Fields) => T,
): T | Promise<T> {
  const { signer } = options
  const secret = secretOf(signer, 'signer')
  const algorithm = secret ? 'hmac-sha256' : checkSigner(signer).algorithm
  const given = parameters(profile, options, algorithm)
  const {
    label,
    parameters: list,
    base,
    headers,
  } = JSON.parse(call((engine) => engine.httpSigPrepare(message, body, given))) as Prepared
  const bytes = new TextEncoder().encode(base)
  const finish = (signature: Uint8Array): T =>
    use([...headers, ...JSON.parse(call((engine) => engine.httpSigAttach(label, list, signature)))])
  if (secret) return finish(call((engine) => engine.httpSigMac(secret, bytes)))
  return signWith(signer as Signer, bytes, finish) as T | Promise<T>
}

function parameters(profile: Profile, options: SignOptions, algorithm: string): string {
  const { keyid, components, created, expires, nonce, tag, label, digest } = options
  const texts = Object.entries({ keyid, tag, label, digest })
  const names = components === undefined ? undefined : check.list(components, 'components')
  return JSON.stringify({
    profile,
    algorithm,
    ...Object.fromEntries(
      texts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, check.text(value, name)]),
    ),
    components: names?.map((name) => check.text(name, 'components')),
    created: created === false ? undefined : check.seconds(created ?? new Date(), 'created'),
    expires: expires === undefined ? undefined : check.seconds(expires, 'expires'),
    nonce: nonce === false ? undefined : check.text(nonce ?? fresh(), 'nonce'),
    includeAlgorithm: check.boolean(options.includeAlgorithm ?? false, 'includeAlgorithm'),
  })
}

function fresh(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(24))
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}
