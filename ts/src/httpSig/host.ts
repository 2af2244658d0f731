/**
 * What the host sides share: verify, or say what to answer.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { isCountersignError } from '../errors.js'
import { writeFrames } from '../frames.js'
import type { Profile } from '../generated/http.js'
import { checkStore, memoryReplayStore, type ReplayStore } from '../replay.js'
import { type Field, type Fields, optional, type Read, shape, withDefault } from '../shape.js'
import { type TrustSource, type Verified, type VerifySettings, verifyAs } from './accept.js'
import { isFetch, type PlainRequest } from './message.js'
import { type FieldsOf, orFalse, verifyFields, without } from './options.js'

/** Whose rules a service holds requests to. */
export type ServerProfile = Exclude<Profile, 'web-bot-auth-directory'>

const profiles: readonly ServerProfile[] = [
  'rfc9421',
  'web-bot-auth',
  'tap-browser',
  'tap-payer',
  'mcp',
  'sage',
]

/** What a client gets for a request that is refused. @internal */
export type Refusal = {
  readonly status: 401 | 413 | 500 | 503
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** JSON. */
  readonly body: string
}

/** Verifies the request that `read` gives; never throws. @internal */
export type Judge = (
  read: () => Request | PlainRequest | Promise<PlainRequest>,
) => Promise<Verified | Refusal>

/** Codes that blame the request. All others are for the service to mend. */
const blamed = /^ERR_(HTTP_SIG|STRUCTURED_FIELD|REPLAY|KEY|JSON|DID|FETCH|ENCODING|TRUST_CHECKS)/

/** Codes of a store that cannot mark now, so that nothing is accepted. */
const unmarked: ReadonlySet<string> = new Set([
  'ERR_REPLAY_FULL',
  'ERR_STORE_DAMAGED',
  'ERR_STORE_UNAVAILABLE',
])

/** {@link readServer.Options} as they were read. @internal */
export type ServerSettings = VerifySettings & {
  readonly profile: ServerProfile
  readonly origin: string
  readonly clock: () => number
  readonly onRefused: Listener | undefined
}

type Listener = (error: unknown) => void

/** The fields of {@link readServer.Options}. @internal */
export const serverFields: FieldsOf<
  Omit<VerifySettings, 'origin' | 'request' | 'replay' | 'now'>
> & {
  readonly profile: Field<ServerProfile>
  readonly origin: Field<string>
  readonly replay: Field<ReplayStore | false | undefined>
  readonly now: Field<unknown>
  readonly onRefused: Field<Listener | undefined>
} = {
  ...without(verifyFields, 'request', 'now'),
  profile: withDefault((value, name) => check.oneOf(value, name, profiles), 'rfc9421'),
  origin: originOf,
  replay: optional(orFalse(checkStore)),
  now: optional(check.callable),
  onRefused: optional(check.callable) as Field<Listener | undefined>,
} satisfies Fields<readServer.Options>

/** Reads the options of a service, so that a mistake in them shows at the start. @internal */
export function readServer(options: unknown): ServerSettings {
  return prepareServer(shapeOfServer(check.record(options, 'options')))
}

export declare namespace readServer {
  /** How a service verifies the requests that reach it. @inline */
  type Options = Omit<verifyAs.Options, 'origin' | 'replay' | 'request' | 'now'> & {
    /** The rules that a signature is held to. Default: `rfc9421`. */
    readonly profile?: ServerProfile
    /**
     * Scheme and host by which clients reach this service: `https://api.example`. It is never taken from the request,
     * where a client could name another service.
     */
    readonly origin: string
    /**
     * Marks each signature, so that it counts once. Default: a store in memory, for one process. When it is full or
     * fails, requests get 503. A sender that has filled a quarter of the store gets 503 earlier; to change that share, pass a
     * `memoryReplayStore` with `perSender`. With `false`, a request counts any number of times.
     */
    readonly replay?: ReplayStore | false
    /** Default: the clock. */
    readonly now?: () => Date
    /** Told of every request that is refused, with the whole error. The client sees the code alone. */
    readonly onRefused?: (error: unknown) => void
  }
}

const shapeOfServer = shape(serverFields)

/** What was read, with the clock and the store that it means. @internal */
export function prepareServer(read: Read<typeof serverFields>): ServerSettings {
  const { now, replay, ...rest } = read
  const system = now as (() => Date) | undefined
  const store = replay ?? memoryReplayStore(system && { now: system })
  return {
    ...rest,
    request: undefined,
    now: undefined,
    clock: check.clock(now, 'now'),
    replay: store === false ? undefined : store,
  }
}

function originOf(value: unknown, name: string): string {
  const text = check.text(value, name)
  const { protocol, origin } = URL.canParse(text) ? new URL(text) : { protocol: '', origin: '' }
  if (/^https?:$/.test(protocol)) return origin
  throw check.unfit(name, 'an origin such as https://api.example', text)
}

/** A judge for requests to a service. @internal */
export function judgeOf(trust: TrustSource, server: ServerSettings): Judge {
  return async (read) => {
    let bodied = false
    try {
      const message = await read()
      bodied = hasBody(message)
      return await verifyAs(server.profile, message, trust, server, server.clock)
    } catch (error) {
      return refuse(error, server, bodied)
    }
  }
}

/** Whether a request was refused. @internal */
export function isRefusal(outcome: Verified | Refusal): outcome is Refusal {
  return Object.hasOwn(outcome, 'status')
}

/** The answer to a request that does not hold. */
function refuse(error: unknown, server: ServerSettings, body: boolean): Refusal {
  tell(server.onRefused, error)
  const code = isCountersignError(error) ? error.code : 'ERR_INTERNAL'
  const answer = JSON.stringify({ error: code })
  if (code === 'ERR_LIMIT_EXCEEDED') return { status: 413, headers: json, body: answer }
  if (unmarked.has(code)) return { status: 503, headers: json, body: answer }
  if (!blamed.test(code)) return fault
  return challenge(server, body, answer)
}

/** The answer that asks for a signature; a fault of this side where it cannot say which. */
function challenge(server: ServerSettings, body: boolean, answer: string): Refusal {
  try {
    const headers = [...json, ['Accept-Signature', acceptSignature(server, body)] as const]
    return { status: 401, headers, body: answer }
  } catch (mistake) {
    tell(server.onRefused, mistake)
    return fault
  }
}

const json = [
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'no-store'],
] as const

/** The answer where this side failed: says nothing of why. @internal */
export const fault: Refusal = { status: 500, headers: json, body: '{"error":"ERR_INTERNAL"}' }

/** Tells a listener. If the listener fails, that must neither let the request through nor end the process. @internal */
export function tell(listener: ((error: unknown) => void) | undefined, error: unknown): void {
  try {
    listener?.(error)
  } catch {
    // See above.
  }
}

/** What a signature must cover (RFC 9421, section 5.1). */
function acceptSignature({ profile, required }: ServerSettings, body: boolean): string {
  const components = writeFrames(required ?? [], 'required')
  const isRequired = required !== undefined
  return call((engine) => engine.httpSigAccept(profile, isRequired, components, body))
}

function hasBody(message: Request | PlainRequest): boolean {
  if (!isFetch(message)) return message.body !== undefined && message.body.length > 0
  // Firefox does not say whether there is one.
  return message.body === undefined
    ? !/^(GET|HEAD)$/.test((message as Request).method)
    : message.body !== null
}
