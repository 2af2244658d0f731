/**
 * Directories of keys (draft-meunier-http-message-signatures-directory): what a client of Web Bot Auth
 * publishes, and how a verifier reads it.
 *
 * A directory is a JWK Set. Its answer carries one signature for each key over the authority that was asked, so that
 * nobody can publish somebody else's keys under a name of their own.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError, excerpt } from '../errors.js'
import { writeFrames } from '../frames.js'
import { directoryPath, directoryType, profileTags } from '../generated/http.js'
import type { HostRequest, HostResponse } from '../host.js'
import { limits } from '../http/policy.js'
import { type FetchPolicy, fetchDocument, refuseCharset } from '../http.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'
import {
  anything,
  type Field,
  type Fields,
  members,
  optional,
  shape,
  withDefault,
} from '../shape.js'
import { checkSigner, type Signer } from '../signing.js'
import { type Claims, type Verified, verifyAs } from './accept.js'
import { bodyLimit, readBody } from './body.js'
import { signAs } from './make.js'
import {
  headerLines,
  isFetch,
  messageText,
  type PlainRequest,
  type PlainResponse,
  plainBody,
} from './message.js'
import { readSign, verifyDefaults } from './options.js'

const tag = profileTags['web-bot-auth-directory']

/** A key of a directory. */
export type DirectoryKey = {
  /** Its thumbprint. */
  readonly keyid: string
  readonly key: PublicKey
}

/** The text of a directory. */
export function directory(keys: readonly PublicKey[]): string {
  const list = check.list(keys, 'keys').map((key, index) => keyBytes(key, `keys[${index}]`))
  const tagged = writeFrames(list, 'keys')
  return call((engine) => engine.webBotAuthDirectory(tagged))
}

/**
 * The answer to a request for the directory, signed by each key.
 *
 * @example
 * ```ts
 * const response = await HttpSig.webBotAuth.serveDirectory(request, [signer])
 * ```
 *
 * @param signers - Of every key that the directory lists.
 */
export async function serveDirectory(
  request: HostRequest | PlainRequest,
  signers: readonly Signer[],
  options: serveDirectory.Options = {},
): Promise<PlainResponse & { readonly body: string }> {
  const all = check.list(signers, 'signers') as readonly Signer[]
  const { lifetime } = shapeOfServe(options)
  const created = new Date()
  const body = directory(all.map((signer) => checkSigner(signer).publicKey))
  let response: unknown = {
    kind: 'response',
    status: 200,
    headers: [
      ['Content-Type', directoryType],
      ['Cache-Control', 'max-age=86400'],
    ],
    body,
  }
  for (const [index, signer] of all.entries()) {
    const bytes = keyBytes(checkSigner(signer).publicKey)
    const keyid = call((engine) => engine.jwkThumbprint(engine.jwkPublicToText(bytes)))
    const label = `binding${index}`
    const parameters = readSign({ keyid, label, request, created, nonce: false })
    const own = { ...parameters, lifetime }
    response = await signAs('web-bot-auth-directory', response, signer, own)
  }
  return response as PlainResponse & { readonly body: string }
}

const shapeOfServe = shape({
  lifetime: withDefault(check.safeInteger, 3_600),
} satisfies Fields<serveDirectory.Options>)

export declare namespace serveDirectory {
  type Options = {
    /** Seconds for which the signatures hold, at most 86,400. Default: 3600. */
    readonly lifetime?: number
  }
}

/**
 * The keys of a directory that signed its answer.
 *
 * Costs at most 16 signature checks: a message has no more signatures, and each is checked for one key.
 *
 * @throws `ERR_HTTP_SIG_KEY` if none did; `ERR_FETCH_TYPE` for a `charset` other than UTF-8; a code of JSON or JWK
 * for another text; as `HttpSig.verify` for a signature that does not hold.
 */
export async function readDirectory(
  response: HostResponse | PlainResponse,
  options: readDirectory.Options,
): Promise<readonly DirectoryKey[]> {
  const { request, allowUnsigned, now } = shapeOfRead(check.record(options, 'options'))
  const type = headerLines(response).find(([name]) => name?.toLowerCase() === 'content-type')
  refuseCharset(type?.[1] ?? '', 'the directory')
  const bytes = isFetch(response) ? await readBody(response, bodyLimit) : plainBody(response)
  const { text } = receive(bytes, 'directory')
  const keys = entries(call((engine) => engine.webBotAuthReadDirectory(text)))
  if (allowUnsigned) return keys
  const message = messageText(response, { origin: undefined, request, sent: false })
  const listed: Claims[] = JSON.parse(call((engine) => engine.httpSigList(message)))
  const claims = listed.map((claim) => members(claim, 'claims', ['tag', 'keyid', 'label']))
  const proven = []
  for (const key of keys) {
    const claim = claims.find((claim) => claim.tag === tag && claim.keyid === key.keyid)
    if (claim && (await holds(response, key.key, claim.label as string, request, now)))
      proven.push(key)
  }
  if (proven.length > 0) return proven
  const got = excerpt(claims.map(({ keyid }) => keyid).join(', '))
  throw new CountersignError(
    'ERR_HTTP_SIG_KEY',
    'no key of the directory signed its answer: set allowUnsigned to trust the connection alone',
    { got },
  )
}

const shapeOfRead = shape({
  request: anything as Field<HostRequest | PlainRequest>,
  allowUnsigned: withDefault(check.boolean, false),
  now: optional(check.seconds),
} satisfies Fields<readDirectory.Options>)

export declare namespace readDirectory {
  type Options = {
    /** The request that was answered. The keys are for its authority. */
    readonly request: HostRequest | PlainRequest
    /** Take keys that did not sign the answer: only the connection says whose they are. Default: false. */
    readonly allowUnsigned?: boolean
    /** Default: the clock. */
    readonly now?: Date
  }
}

function holds(
  response: HostResponse | PlainResponse,
  key: PublicKey,
  label: string,
  request: HostRequest | PlainRequest,
  now: number | undefined,
): Promise<Verified> {
  const expectations = { ...verifyDefaults, label, request, now }
  return verifyAs('web-bot-auth-directory', response, { key }, expectations)
}

function entries(json: string): DirectoryKey[] {
  const list: { keyid: string; key: string }[] = JSON.parse(json)
  return list.map(({ keyid, key }) => ({
    keyid,
    key: fromKeyBytes(call((engine) => engine.multikeyDecode(key))),
  }))
}

/**
 * Fetches the directory of an origin, under the policy of all fetches: `https:` only, no private
 * address, no redirect, limits of size and time.
 *
 * Costs at most 16 signature checks, those of {@link readDirectory}.
 *
 * @throws `ERR_FETCH_*`; as {@link readDirectory}.
 */
export async function fetchDirectory(
  origin: string,
  options: fetchDirectory.Options = {},
): Promise<readonly DirectoryKey[]> {
  const { policy, allowUnsigned } = shapeOfFetch(options)
  const url = check.text(origin, 'origin').replace(/\/$/, '') + directoryPath
  const { bytes, headers } = await fetchDocument(url, policy, [directoryType])
  const request: PlainRequest = { kind: 'request', method: 'GET', url, headers: [] }
  const response: PlainResponse = { kind: 'response', status: 200, headers, body: bytes }
  return readDirectory(response, { request, allowUnsigned })
}

const shapeOfFetch = shape({
  policy: (value) => limits(value),
  allowUnsigned: withDefault(check.boolean, false),
} satisfies Fields<fetchDirectory.Options>)

export declare namespace fetchDirectory {
  type Options = Pick<readDirectory.Options, 'allowUnsigned'> & {
    /** Limits of the fetch. */
    readonly policy?: FetchPolicy
  }
}
