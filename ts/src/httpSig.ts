/**
 * HTTP Message Signatures (RFC 9421) and digests of bodies (RFC 9530).
 *
 * A signature covers the components that it lists and nothing else. By default, signing covers method, target and
 * body. Verifying requires that by default, and a signature that was made in the last five minutes.
 *
 * | Profile | Module |
 * | --- | --- |
 * | automated clients, with the directory of their keys | {@link webBotAuth} |
 * | Trusted Agent Protocol | {@link tap} |
 * | clients of the Model Context Protocol | {@link mcp} |
 * | SAGE | `HttpSig` of `countersign/sage` |
 *
 * | Host side | Function |
 * | --- | --- |
 * | a `fetch` that signs | `HttpSig.fetch` |
 * | Node's `http`, Express | {@link middleware} |
 * | Fastify | {@link fastify} |
 * | Workers, Deno, Bun | {@link handler} |
 * | Hono | {@link hono} |
 *
 * Signers are Ed25519, P-256 and secp256k1. ML-DSA and hybrid keys are refused with `ERR_HTTP_SIG_ALGORITHM`,
 * because the registry of the RFC has no name for them.
 *
 * For `@target-uri` and `@authority`, scheme and host are written in lower case, the default port of the scheme is
 * left out, and an empty path becomes `/`. Everything else stays as it is, including percent-encoding and `..`. A
 * `Request` was already normalised by its host (WHATWG URL): dots are resolved, host names translated, some letters
 * encoded. A peer that signs the text of a URL as it was typed therefore signs something else than what is sent,
 * and is refused here. A fragment is never sent: a received URL with a fragment is `ERR_HTTP_SIG_MESSAGE`, and
 * signing a `Request` leaves its fragment out.
 *
 * Messages are `Request`, `Response`, or plain objects. Fetch joins the lines of a field, so trailers and `;bs` of a
 * field with several lines need a plain object.
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import { httpSigAlgorithms as algorithms } from './generated/keys.js'
import { digestHashes } from './generated/names.js'
import type { HostRequest, HostResponse } from './host.js'
import {
  type Claims,
  type KeyLookup,
  type TrustSource,
  type Verified,
  verifyAs,
} from './httpSig/accept.js'
import { bodyBytes } from './httpSig/body.js'
import { signAs } from './httpSig/make.js'
import {
  type Fields,
  messageText,
  type PlainMessage,
  type PlainRequest,
  type PlainResponse,
  unknownAround,
} from './httpSig/message.js'
import { readSign, readVerify } from './httpSig/options.js'
import type { Shared } from './httpSig/shared.js'
import { type Fields as OptionFields, shape, withDefault } from './shape.js'
import type { Signed, Signer } from './signing.js'

export { didKeys } from './httpSig/accept.js'
export { type AuthorizedRequest, authorize } from './httpSig/authorize.js'
export {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from './httpSig/fastify.js'
export { fetch } from './httpSig/fetch.js'
export { type HonoContext, handler, hono } from './httpSig/handler.js'
export type { ServerProfile } from './httpSig/host.js'
export * as mcp from './httpSig/mcp.js'
export {
  type IncomingRequest,
  type Middleware,
  middleware,
  type OutgoingResponse,
} from './httpSig/node.js'
export * as tap from './httpSig/tap.js'
export * as webBotAuth from './httpSig/webBotAuth.js'
export type {
  Claims,
  Fields,
  KeyLookup,
  PlainMessage,
  PlainRequest,
  PlainResponse,
  Shared,
  TrustSource,
  Verified,
}

export { algorithms }

/** An algorithm by its name in a signature. */
export type Algorithm = (typeof algorithms)[number]

export { digestHashes as hashes } from './generated/names.js'

/** A hash of a body. */
export type Hash = (typeof digestHashes)[number]

/**
 * Signs a message; gives it with the fields `Signature-Input` and `Signature`, and `Content-Digest`
 * where the body is covered.
 *
 * The body of a `Request` or `Response` is read whole, up to `bodyLimit`, and the copy that comes back
 * has the same bytes. The message given can still be read.
 *
 * @example
 * ```ts
 * const request = await HttpSig.sign(new Request(url, { method: 'POST', body }), signer, { keyid })
 * ```
 *
 * @param signer - A key; or a shared secret, for `hmac-sha256`.
 * @returns A plain message at once for a local signer or a shared secret, else a promise.
 * @throws `ERR_HTTP_SIG_MESSAGE`, `ERR_HTTP_SIG_COMPONENT`, `ERR_HTTP_SIG_COMPONENT_MISSING`,
 * `ERR_HTTP_SIG_LABEL`, `ERR_HTTP_SIG_PARAMETER`, `ERR_HTTP_SIG_ALGORITHM`, `ERR_HTTP_SIG_TIME`,
 * `ERR_HTTP_SIG_DIGEST` for a digest of another body, `ERR_HTTP_SIG_SECRET`; `ERR_LIMIT_EXCEEDED`.
 */
export function sign<M extends HostRequest | HostResponse>(
  message: M,
  signer: Signer | Shared,
  options?: sign.Options,
): Promise<M extends HostRequest ? HostRequest : HostResponse>
export function sign<M extends PlainMessage, S extends Signer>(
  message: M,
  signer: S,
  options?: sign.Options,
): Signed<S, M>
export function sign<M extends PlainMessage>(message: M, signer: Shared, options?: sign.Options): M
export function sign(message: unknown, signer: Signer | Shared, options?: sign.Options): unknown {
  return signAs('rfc9421', message, signer, readSign(options))
}

export declare namespace sign {
  type Options = signAs.Options
}

/**
 * Verifies one signature of a message: the one of `label`, or of `tag`, or the only one.
 *
 * The body is hashed as received, before any parser: give a message whose body nobody has read. It
 * comes back as `content`; a `Request` or `Response` can still be read.
 *
 * An ECDSA signature with a high S holds, because the RFC has no rule against it; the result then says `highS: true`.
 *
 * `origin` is where clients reach this service. Give it behind a proxy, and wherever the URL was made from the `Host`
 * field: without it, a signature for another host would hold.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise, a hash of the body for each of two digests,
 * and one look-up of keys.
 *
 * @example
 * ```ts
 * const { signer, content } = await HttpSig.verify(request, HttpSig.didKeys(resolver), {
 *   origin: 'https://api.example',
 *   replay,
 * })
 * ```
 *
 * @param trust - A trust input, a shared secret, or a function that finds one for the `keyid` of a signature.
 * @throws `ERR_HTTP_SIG_` codes, each its own refusal: `MISSING`, `MALFORMED`, `LABEL`, `TAG`, `ALGORITHM`,
 * `PARAMETER`, `NONCE`, `TIME`, `NOT_YET`, `EXPIRED`, `TOO_OLD`, `COMPONENT`, `COMPONENT_MISSING`, `UNCOVERED`,
 * `DIGEST`, `DIGEST_UNSUPPORTED`, `KEY`, `SECRET`, `INVALID`, `MESSAGE`; `ERR_TRUST_CHECKS` if the keys that were
 * tried did not sign, and more would have to be tried; `ERR_STRUCTURED_FIELD_MALFORMED`,
 * `ERR_STRUCTURED_FIELD_DUPLICATE`; `ERR_REPLAY`, `ERR_REPLAY_FULL`; `ERR_LIMIT_EXCEEDED`.
 */
export async function verify(
  message: HostRequest | HostResponse | PlainMessage,
  trust: TrustSource,
  options: verify.Options = {},
): Promise<Verified> {
  return verifyAs('rfc9421', message, trust, readVerify(options))
}

export declare namespace verify {
  type Options = verifyAs.Options
}

/**
 * Every signature of a message, by its own word. **Nothing is verified.**
 *
 * @example
 * ```ts
 * const tags = HttpSig.list(request).map(({ tag }) => tag)
 * ```
 *
 * @throws `ERR_HTTP_SIG_MISSING`, `ERR_HTTP_SIG_MALFORMED`, `ERR_HTTP_SIG_COMPONENT`,
 * `ERR_HTTP_SIG_PARAMETER`.
 */
export function list(message: HostRequest | HostResponse | PlainMessage): readonly Claims[] {
  const text = messageText(message, unknownAround)
  return JSON.parse(call((engine) => engine.httpSigList(text)))
}

/**
 * The signature base, which is the text that is signed. It shows why two implementations differ.
 *
 * @example
 * ```ts
 * HttpSig.base(request, '("@method" "@path");created=1618884473')
 * ```
 *
 * @param parameters - The list and parameters, as after the label in `Signature-Input`.
 * @throws `ERR_HTTP_SIG_COMPONENT`, `ERR_HTTP_SIG_COMPONENT_MISSING`, `ERR_HTTP_SIG_MALFORMED`.
 */
export function base(
  message: HostRequest | HostResponse | PlainMessage,
  parameters: string,
): string {
  const text = messageText(message, unknownAround)
  const list = check.text(parameters, 'parameters')
  return call((engine) => engine.httpSigBase(text, list, 'rfc9421'))
}

/**
 * The `Content-Digest` of a body.
 *
 * @example
 * ```ts
 * headers.set('Content-Digest', HttpSig.contentDigest(body))
 * ```
 */
export function contentDigest(
  body: Uint8Array | string,
  options: contentDigest.Options = {},
): string {
  const bytes = bodyBytes(body)
  const { hash } = readDigest(options)
  return call((engine) => engine.httpSigDigest(hash, bytes))
}

const readDigest = shape({
  hash: withDefault((value, name) => check.oneOf(value, name, digestHashes), 'sha-256'),
} satisfies OptionFields<contentDigest.Options>)

export declare namespace contentDigest {
  type Options = {
    /** Default: `sha-256`. */
    readonly hash?: Hash
  }
}

/**
 * Checks a `Content-Digest` against a body: every digest that is of sha-256 or sha-512 must be right,
 * and there must be one.
 *
 * @throws `ERR_HTTP_SIG_DIGEST`, `ERR_HTTP_SIG_DIGEST_UNSUPPORTED`, `ERR_STRUCTURED_FIELD_MALFORMED`,
 * `ERR_STRUCTURED_FIELD_DUPLICATE`; `ERR_LIMIT_EXCEEDED`.
 */
export function verifyContentDigest(field: string, body: Uint8Array | string): void {
  const text = check.text(field, 'field')
  const bytes = bodyBytes(body)
  call((engine) => engine.httpSigVerifyDigest(text, bytes))
}
