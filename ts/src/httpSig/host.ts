/**
 * What the host sides share: verify, or say what to answer.
 *
 * @module
 */

import * as check from '../check.js'
import { isCountersignError } from '../errors.js'
import { memoryReplayStore, type ReplayStore } from '../replay.js'
import { type Verified, type VerifyOptions, verifyAs } from './accept.js'
import type { PlainRequest } from './message.js'

/** How a service verifies the requests that reach it. */
export type ServerOptions = Omit<VerifyOptions, 'origin' | 'replay' | 'request' | 'now'> & {
  /**
   * Scheme and host by which clients reach this service: `https://api.example`. Never taken from the
   * request, where a client could write that of another service.
   */
  readonly origin: string
  /**
   * Marks each signature, so that it counts once. Default: a store in memory, for one process. `false`
   * takes a request any number of times.
   */
  readonly replay?: ReplayStore | false
  /** Default: the clock. */
  readonly now?: () => Date
  /** Told of every request that is refused, with the whole error. The client sees the code alone. */
  readonly onRefused?: (error: unknown) => void
}

/** What a client gets for a request that is refused. @internal */
export type Refusal = {
  readonly status: 401 | 413 | 500
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
  const {
    onRefused,
    now = () => new Date(),
    ...given
  } = check.record(options, 'options') as unknown as ServerOptions
  const { origin } = new URL(check.text(given.origin, 'origin'))
  check.callable(now, 'now')
  if (onRefused !== undefined) check.callable(onRefused, 'onRefused')
  const { replay: wanted, ...rest } = given
  const replay = wanted === false ? undefined : (wanted ?? memoryReplayStore())
  const policy = { ...rest, origin, ...(replay && { replay }) }
  return async (message) => {
    try {
      return await verifyAs('rfc9421', message, { ...policy, now: now() })
    } catch (error) {
      return refuse(error, rest.required, hasBody(message), onRefused)
    }
  }
}

/** Whether a request was refused. @internal */
export function isRefusal(outcome: Verified | Refusal): outcome is Refusal {
  return 'status' in outcome
}

/** The answer for an error. @internal */
export function refuse(
  error: unknown,
  required?: readonly string[],
  body: boolean = false,
  onRefused?: (error: unknown) => void,
): Refusal {
  try {
    onRefused?.(error)
  } catch {
    // A listener that fails must not let the request through, or the process down.
  }
  const code = isCountersignError(error) ? error.code : 'ERR_INTERNAL'
  const json: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ]
  const answer = JSON.stringify({ error: code })
  if (code === 'ERR_LIMIT_EXCEEDED') return { status: 413, headers: json, body: answer }
  if (!blamed.test(code))
    return { status: 500, headers: json, body: JSON.stringify({ error: 'ERR_INTERNAL' }) }
  const headers = [...json, ['Accept-Signature', wantedSignature(required, body)] as const]
  return { status: 401, headers, body: answer }
}

/** What a signature must cover (RFC 9421, section 5.1). */
function wantedSignature(required: readonly string[] | undefined, body: boolean): string {
  const components = new Set(required ?? ['@method', '@target-uri'])
  if (body) components.add('content-digest')
  const list = [...components].map((one) => (one.startsWith('"') ? one : `"${one}"`))
  return `sig1=(${list.join(' ')});created;expires;nonce;keyid`
}

function hasBody(message: Request | PlainRequest): boolean {
  if ('kind' in message) return message.body !== undefined && message.body.length > 0
  return message.body !== null
}
