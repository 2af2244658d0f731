/**
 * Sessions: two agents that share a secret exchange messages. Nobody else can read them, or change, repeat,
 * reflect or reorder them without being noticed.
 *
 * A `Handshake` gives such a session, and so does {@link create} with a key that both sides have. Keys and
 * counters stay in the engine. `rust/core/src/session.rs` describes the format.
 *
 * **One secret and context make one session, ever.** A handshake takes care of that. {@link create} with a secret
 * that you keep needs {@link Fresh} bytes of both sides.
 *
 * @module
 */

import * as check from './check.js'
import { sessionCreate } from './engine/hot/session.js'
import { call } from './engine/slot.js'
import { optionFields, printSession } from './session/options.js'
import { type Role, role } from './session/role.js'
import { optional, type Session, sessionOf } from './session/state.js'
import { anything, type Fields, shape, withDefault } from './shape.js'

export type { Opened } from './session/batch.js'
export { type SessionCounts, SessionManager } from './session/manager.js'
export type { Options } from './session/options.js'
export {
  answerResumption,
  type Resumed,
  Resumption,
  readResumedId,
  resume,
} from './session/resume.js'
export type { Role } from './session/role.js'
export {
  type Direction,
  maxPlaintext,
  overhead,
  Session,
  type Status,
} from './session/state.js'
export { TicketKey, ticketKey } from './session/ticketKey.js'

/**
 * Starts a session from a secret that both sides hold: 32 random bytes, never a password.
 *
 * All keys follow from `secret`, `context` and `fresh`. **A second session from the same three repeats keys and nonces,
 * and whoever recorded both can read and forge.** So without `fresh`, a secret and a context may be used for one
 * session ever, also across restarts. With a secret that is kept, each side makes 32 random bytes for every session,
 * sends them in the clear, and passes the bytes of both sides as `fresh`.
 *
 * @example
 * ```ts
 * const ours = crypto.getRandomValues(new Uint8Array(32))
 * socket.send(ours)
 * const fresh = { ours, theirs: await received() }
 * const session = Session.create({ secret, role: 'initiator', context: utf8('orders 2026'), fresh })
 * socket.send(session.seal(utf8('hello')))
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless the secret, and each side's fresh bytes, have 32 bytes; `ERR_LIMIT_EXCEEDED`
 * for a context over 4096 bytes; `ERR_SESSION_OPTIONS`; `ERR_HANDLE_LIMIT` when 262,144 are open.
 */
export function create(options: create.Options): Session {
  const chosen = readOptions(options)
  const { role, confirmed, now: clock } = chosen
  const initiator = role === 'initiator'
  const passed = printSession(chosen)
  const fresh = chosen.fresh === undefined ? undefined : readFresh(chosen.fresh, 'fresh')
  const now = clock()
  // Arrays come last: what ran before is code of the caller, which could have taken their memory away.
  const context = contextOf(chosen.context, fresh, initiator)
  const secret = check.source(chosen.secret, 'secret')
  return sessionOf(
    (engine) =>
      (passed === ''
        ? sessionCreate(engine.hot, secret, context, initiator, confirmed, now)
        : undefined) ??
      engine.sessionCreate(
        check.bytes(secret, 'secret'),
        context,
        initiator,
        confirmed,
        passed,
        now,
      ),
    clock,
  )
}

const readFresh = shape({ ours: anything, theirs: anything } satisfies Fields<Fresh>)

const readOptions = shape({
  ...optionFields,
  secret: anything,
  role,
  context: anything,
  fresh: anything,
  confirmed: withDefault(check.boolean, true),
} satisfies Fields<create.Options>)

/** The context with the fresh bytes of both sides, if there are any. */
function contextOf(
  value: unknown,
  fresh: { readonly ours: unknown; readonly theirs: unknown } | undefined,
  initiator: boolean,
): Uint8Array {
  const context = optional(value, 'context')
  if (fresh === undefined) return context
  const ours = check.bytes(fresh.ours, 'fresh.ours')
  const theirs = check.bytes(fresh.theirs, 'fresh.theirs')
  const [first, second] = initiator ? [ours, theirs] : [theirs, ours]
  return call((engine) => engine.sessionFreshContext(context, first, second))
}

/** What makes a session new although its secret is not: 32 random bytes of each side, made for this session. */
export type Fresh = {
  /** Made by this side, now: never given from outside, and never used twice. */
  readonly ours: Uint8Array
  /** As the other side sent them. */
  readonly theirs: Uint8Array
}

export declare namespace create {
  type Options = import('./session/options.js').Options & {
    /** 32 random bytes that only the two sides hold. */
    readonly secret: Uint8Array
    /** Which side this is. */
    readonly role: Role
    /** What the session is for; both sides must give the same. Default: empty. */
    readonly context?: Uint8Array
    /** Needed where `secret` and `context` come again. Both sides must do alike. Default: none. */
    readonly fresh?: Fresh
    /** Whether the peer is known to hold the secret; if not, its first message must come first. Default: `true`. */
    readonly confirmed?: boolean
  }
}
