/**
 * Sessions: two agents that share a secret exchange messages that nobody else can read, change,
 * repeat, reflect or reorder unseen.
 *
 * A `Handshake` gives such a session, and so does {@link create} with a key that both sides have.
 * Keys and counters stay in the engine. The format is in `rust/core/src/session.rs`.
 *
 * @module
 */

import * as check from './check.js'
import { openSession, optional, type Role, type Session } from './session/channel.js'
import { clockOf, optionsRecord } from './session/options.js'

export type { Opened } from './session/batch.js'
export {
  type Direction,
  maxPlaintext,
  openSession,
  overhead,
  type Role,
  Session,
  type SessionExportOptions,
  type Status,
} from './session/channel.js'
export { type SessionCounts, SessionManager } from './session/manager.js'
export type { Options } from './session/options.js'
export {
  answerResumption,
  type Resumed,
  Resumption,
  resume,
  resumptionOf,
} from './session/resume.js'
export * as sage from './session/sage.js'
export { TicketKey, ticketKey } from './session/ticketKey.js'

/**
 * Starts a session from a secret that both sides hold: 32 random bytes, never a password.
 *
 * @example
 * ```ts
 * const session = Session.create({ secret, role: 'initiator', context: utf8('orders 2026') })
 * socket.send(session.seal(utf8('hello')))
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless the secret has 32 bytes; `ERR_LIMIT_EXCEEDED` for a context over 4096
 * bytes; `ERR_SESSION_OPTIONS`; `ERR_HANDLE_LIMIT` when 262,144 are open.
 */
export function create(options: create.Options): Session {
  const fields = check.record(options, 'options')
  const secret = check.bytes(fields['secret'], 'secret')
  const initiator = check.oneOf(fields['role'], 'role', ['initiator', 'responder']) === 'initiator'
  const context = optional(fields['context'], 'context')
  const confirmed = check.boolean(fields['confirmed'] ?? true, 'confirmed')
  const record = optionsRecord(options)
  const clock = clockOf(fields['now'])
  const now = clock()
  return openSession(
    (engine) => engine.sessionCreate(secret, context, initiator, confirmed, record, now),
    clock,
  )
}

export declare namespace create {
  type Options = import('./session/options.js').Options & {
    /** 32 random bytes that only the two sides hold. */
    readonly secret: Uint8Array
    /** Which side this is. */
    readonly role: Role
    /** What the session is for; both sides must give the same. Default: empty. */
    readonly context?: Uint8Array
    /** Whether the peer is known to hold the secret; if not, its first message must come first. Default: `true`. */
    readonly confirmed?: boolean
  }
}
