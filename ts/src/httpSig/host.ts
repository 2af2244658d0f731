/**
 * What the host sides share: verify, or say what to answer.
 *
 * @module
 */

import * as check from '../check.js'
import { isCountersignError } from '../errors.js'
import { memoryReplayStore, type ReplayStore } from '../replay.js'
import { type Verified, type VerifyOptions, verifyAs } from './accept.js'
import type { Profile } from './make.js'
import type { PlainRequest } from './message.js'

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

/** How a service verifies the requests that reach it. */
export type ServerOptions = Omit<VerifyOptions, 'origin' | 'replay' | 'request' | 'now'> & {
  /** The rules that a signature is held to. Default: `rfc9421`. */
  readonly profile?: ServerProfile
  /**
   * Scheme and host by which clients reach this service: `https://api.example`. Never taken from the
   * request, where a client could write that of another service.
   */
  readonly origin: string
  /**
   * Marks each signature, so that it counts once. Default: a store in memory, for one process; when it is
   * full, requests get 503. `false` takes a request any number of times.
   */
  readonly replay?: ReplayStore | false
  /** Default: the clock. */
  readonly now?: () => Date
  /** Told of every request that is refused, with the whole error. The client sees the code alone. */
  readonly onRefused?: (error: unknown) => void
}

/** What a client gets for a request that is refused. @internal */
export type Refusal = {
  readonly status: 401 | 413 | 500 | 503
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** JSON. */
  readonly body: string
}

/** Verifies a request; never throws. @internal */
export type Judge = (message: Request | PlainRequest) => Promise<Verified | Refusal>

/** Codes that blame the request. All else is for the service to mend. */
const blamed = /^ERR_(HTTP_SIG|STRUCTURED_FIELD|REPLAY|KEY|JSON|DID|FETCH|ENCODING)/

/** A judge for `options`, which are checked now, so that a mistake in them shows at the start. @internal */
export function judgeOf(options: ServerOptions): Judge {
  const given = check.record(options, 'options') as unknown as ServerOptions
  const { onRefused, now = () => new Date(), replay: wanted, ...rest } = given
  const profile = check.oneOf(given.profile ?? 'rfc9421', 'profile', profiles)
  const { origin } = new URL(check.text(given.origin, 'origin'))
  check.callable(now, 'now')
  if (onRefused !== undefined) check.callable(onRefused, 'onRefused')
  const replay = wanted === false ? undefined : (wanted ?? memoryReplayStore({ now }))
  const policy = { ...rest, origin, ...(replay && { replay }) }
  return async (message) => {
    try {
      return await verifyAs(profile, message, policy, now)
    } catch (error) {
      return refuse(error, options, hasBody(message))
    }
  }
}

/** Whether a request was refused. @internal */
export function isRefusal(outcome: Verified | Refusal): outcome is Refusal {
  return 'status' in outcome
}

/** The answer to a request that does not hold. @internal */
export function refuse(error: unknown, options: ServerOptions, body: boolean): Refusal {
  tell(options.onRefused, error)
  const code = isCountersignError(error) ? error.code : 'ERR_INTERNAL'
  const answer = JSON.stringify({ error: code })
  if (code === 'ERR_LIMIT_EXCEEDED') return { status: 413, headers: json, body: answer }
  if (code === 'ERR_REPLAY_FULL') return { status: 503, headers: json, body: answer }
  if (!blamed.test(code)) return fault
  const headers = [...json, ['Accept-Signature', wantedSignature(options, body)] as const]
  return { status: 401, headers, body: answer }
}

const json = [
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'no-store'],
] as const

/** The answer where this side failed: says nothing of why. @internal */
export const fault: Refusal = { status: 500, headers: json, body: '{"error":"ERR_INTERNAL"}' }

/** Tells a listener. One that fails must not let a request through, or the process down. @internal */
export function tell(listener: ((error: unknown) => void) | undefined, error: unknown): void {
  try {
    listener?.(error)
  } catch {
    // See above.
  }
}

const whole = { components: ['@method', '@target-uri'], body: true, tag: '' }
const tap = { components: ['@authority', '@path'], body: false }
const asked = {
  rfc9421: whole,
  mcp: whole,
  sage: { components: ['@method', '@path', '@query'], body: true, tag: '' },
  'web-bot-auth': { components: ['@authority'], body: false, tag: ';tag="web-bot-auth"' },
  'tap-browser': { ...tap, tag: ';tag="agent-browser-auth"' },
  'tap-payer': { ...tap, tag: ';tag="agent-payer-auth"' },
} as const

/** What a signature must cover (RFC 9421, section 5.1). */
function wantedSignature({ profile, required }: ServerOptions, body: boolean): string {
  const own = asked[profile ?? 'rfc9421']
  const components = new Set<string>(required ?? own.components)
  if (body && own.body) components.add('content-digest')
  const list = [...components].map((one) => (one.startsWith('"') ? one : `"${one}"`))
  return `sig1=(${list.join(' ')});created;expires;nonce;keyid${own.tag}`
}

function hasBody(message: Request | PlainRequest): boolean {
  if ('kind' in message) return message.body !== undefined && message.body.length > 0
  return message.body !== null
}
