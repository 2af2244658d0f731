/**
 * Web Bot Auth (draft-meunier-web-bot-auth-architecture): automated clients that say who they are.
 *
 * A request has the tag `web-bot-auth`, `created` and `expires`, at most 24 hours apart, and the thumbprint of
 * the key as `keyid`; it covers the authority, and `Signature-Agent`, which says where the keys of the client are.
 * The body is not covered unless `components` says so. Shared secrets are refused, and so are the keys
 * whose secrets are printed in RFC 9421.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { profileTags } from '../generated/http.js'
import type { HostRequest } from '../host.js'
import { limits } from '../http/policy.js'
import type { FetchPolicy } from '../http.js'
import { thumbprint } from '../keyFormats/jwk.js'
import { type Field, type Fields, optional, shape } from '../shape.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type KeyLookup, type TrustSource, type Verified, verifyAs } from './accept.js'
import { fetchDirectory } from './directory.js'
import { signAs } from './make.js'
import { headerLines, isFetch, type PlainRequest, plainCopy, referrerOf } from './message.js'
import { readVerify, signFields, without } from './options.js'

export { directoryPath, directoryType } from '../generated/http.js'
export {
  type DirectoryKey,
  directory,
  fetchDirectory,
  readDirectory,
  serveDirectory,
} from './directory.js'

/** The tag of requests. */
export const tag: (typeof profileTags)['web-bot-auth'] = profileTags['web-bot-auth']

/** How long a request holds by default, in seconds. */
export const defaultLifetime = 300

/**
 * Signs a request.
 *
 * @example
 * ```ts
 * const signed = await HttpSig.webBotAuth.sign(request, signer, { agent: 'https://bot.example' })
 * ```
 *
 * @throws as `HttpSig.sign`; `ERR_HTTP_SIG_AGENT`.
 */
export function sign(
  message: HostRequest,
  signer: Signer,
  options?: sign.Options,
): Promise<HostRequest>
export function sign<S extends Signer>(
  message: PlainRequest,
  signer: S,
  options?: sign.Options,
): Signed<S, PlainRequest>
export function sign(message: unknown, signer: Signer, options?: sign.Options): unknown {
  const { agent, agentKey, created, ...rest } = shapeOfSign(options)
  const expires = rest.expires ?? created + defaultLifetime
  const keyid = thumbprint(checkSigner(signer).publicKey)
  const named =
    agent === undefined ? message : withAgent(message, agentKey ?? rest.label ?? 'sig1', agent)
  const own = { created, expires, keyid, tag: undefined }
  return signAs('web-bot-auth', named, signer, { ...rest, ...own })
}

const shapeOfSign = shape({
  ...without(signFields, 'keyid', 'tag'),
  agent: optional(check.text),
  agentKey: optional(check.text),
  created: check.secondsOrNow,
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = Omit<signAs.Options, 'keyid' | 'created' | 'tag'> & {
    /** Where the keys are, an `https:` URL; becomes the field `Signature-Agent`. */
    readonly agent?: string
    /** The member of that field. Default: the label. */
    readonly agentKey?: string
    /** Default: now. */
    readonly created?: Date
  }
}

/**
 * Verifies a request. A function that is passed as `trust` gets the thumbprint, and {@link readAgents} reads from the field
 * where the keys are said to be. Trust a key for the URL under which it was found, never for another.
 *
 * Costs at most 1 signature check, beside what such a function costs: a request names one key, by its thumbprint.
 *
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_TEST_KEY`; `ERR_HTTP_SIG_AGENT`.
 */
export async function verify(
  message: HostRequest | PlainRequest,
  trust: TrustSource,
  options: verify.Options = {},
): Promise<Verified> {
  return verifyAs('web-bot-auth', message, trust, readVerify(options))
}

export declare namespace verify {
  type Options = verifyAs.Options
}

/**
 * Looks up the key of a request in the directory that it names and covers.
 *
 * Nothing is verified at that time, and the client chose the URL: `allow` says which URLs are fetched at all. The keys
 * found count for this URL alone.
 *
 * Costs at most 16 signature checks a lookup: those of {@link fetchDirectory}.
 *
 * @example
 * ```ts no-run: it asks a server
 * const keys = HttpSig.webBotAuth.agentKeys({ allow: ({ uri }) => known.has(uri) })
 * await HttpSig.webBotAuth.verify(request, keys, { replay })
 * ```
 */
export function agentKeys(options: agentKeys.Options): KeyLookup {
  const { allow, policy } = shapeOfKeys(check.record(options, 'options'))
  return async (keyid, { components }, message) => {
    const lines = headerLines(message).filter(([name]) => name?.toLowerCase() === 'signature-agent')
    const field = lines.map(([, value]) => value).join(', ')
    const agent = (field ? readAgents(field) : []).find((listed) =>
      components.includes(componentOf(listed)),
    )
    if (agent?.type !== 'directory' || !URL.canParse(agent.uri)) return undefined
    if ((await allow(agent)) !== true) return undefined
    const found = await fetchDirectory(new URL(agent.uri).origin, { policy })
    const match = found.find((key) => key.keyid === keyid)
    return match && { key: match.key }
  }
}

const shapeOfKeys = shape({
  allow: check.callable as Field<agentKeys.Options['allow']>,
  policy: (value) => limits(value),
} satisfies Fields<agentKeys.Options>)

export declare namespace agentKeys {
  type Options = {
    /** Says which URLs are fetched. */
    readonly allow: (agent: Agent) => boolean | Promise<boolean>
    /** Limits of the fetch. */
    readonly policy?: FetchPolicy
  }
}

/** The component that covers what a field says about an agent. */
function componentOf(agent: Agent): string {
  return Object.hasOwn(agent, 'label')
    ? `"signature-agent";key="${agent.label}"`
    : '"signature-agent"'
}

/** Where keys of a client are. */
export type Agent = {
  /** The member, which a signature covers by its key. Older clients send one for all. */
  readonly label?: string
  readonly uri: string
  /** What is there: a directory, a JWK Set, or a client metadata document. */
  readonly type: 'directory' | 'jwks_uri' | 'cimd'
}

/**
 * Reads a `Signature-Agent` field: a dictionary, or the bare string of older clients.
 *
 * @throws `ERR_HTTP_SIG_AGENT`, `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`;
 * `ERR_LIMIT_EXCEEDED`.
 */
export function readAgents(field: string): readonly Agent[] {
  const text = check.text(field, 'field')
  return JSON.parse(call((engine) => engine.webBotAuthAgents(text)))
}

/**
 * Reads a registry: one URL a line, `#` before a remark.
 *
 * @throws `ERR_HTTP_SIG_AGENT` for a line that is no `https:` URL.
 */
export function readRegistry(text: string): readonly string[] {
  const lines = check.text(text, 'text')
  return JSON.parse(call((engine) => engine.webBotAuthRegistry(lines)))
}

/** What a signature agent card says of keys: a JWK Set as text, or where one is. */
export type AgentCard = {
  readonly name?: string
  readonly jwks?: string
  readonly jwksUri?: string
}

/**
 * Reads a signature agent card (`type=cimd`).
 *
 * @throws `ERR_HTTP_SIG_AGENT` unless `client_id` is `url` and the card has either keys or their place;
 * a code of JSON.
 */
export function readCard(text: string | Uint8Array | object, options: readCard.Options): AgentCard {
  const json = receive(text, 'card').text
  const { url } = shapeOfCard(check.record(options, 'options'))
  return JSON.parse(call((engine) => engine.webBotAuthCard(url, json)))
}

const shapeOfCard = shape({ url: check.text } satisfies Fields<readCard.Options>)

export declare namespace readCard {
  type Options = {
    /** Where the card came from. */
    readonly url: string
  }
}

function withAgent(message: unknown, key: string, agent: string): unknown {
  const [name, uri] = [check.text(key, 'agentKey'), check.text(agent, 'agent')]
  const field = call((engine) => engine.webBotAuthAgentField(name, uri))
  if (!isFetch(message)) {
    const read = plainCopy(message)
    return { ...read, headers: [...headerLines(read), ['Signature-Agent', field]] }
  }
  const headers = new Headers(message.headers)
  headers.append('Signature-Agent', field)
  const copy = message.clone() as HostRequest
  return new Request(copy, { ...referrerOf(copy), headers })
}
