/**
 * Resumes a session in two messages: `rust/core/src/session/resume.rs`.
 *
 * Either side may start. Nothing of the old session goes on: the keys are new, with random bytes of both sides. A
 * ticket is taken once. The replay store sees to that, so use one that outlives the process and is shared by all
 * machines that hold the ticket.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Fields, type Read, shape } from '../shape.js'
import { type Clock, optionFields, printSession } from './options.js'
import { type Session, sessionOf } from './state.js'
import { type TicketKey, ticketKeyHandle } from './ticketKey.js'

/** What the engine tells about a ticket. */
type Facts = {
  readonly note: string
  /** The ticket is our own, so it takes no sender's share. */
  readonly replay: Omit<ReplayMark, 'sender'>
}

const door: unique symbol = Symbol('countersign')

type Parts = { readonly clock: Clock; readonly session: string; readonly note: Uint8Array }
let make: (create: (engine: Engine) => number, parts: Parts) => Resumption

/** A session that this side has asked to resume. Made by {@link resume}. */
export class Resumption {
  readonly #handle: Handle
  readonly #clock: Clock
  readonly #session: string
  /** For the peer, who gives it to {@link answerResumption}. */
  readonly message: Uint8Array
  /** What the ticket kept. */
  readonly note: Uint8Array
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create, parts) => new Resumption(door, create, parts)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number, parts: Parts) {
    if (key !== door) throw check.wrong('key', 'made by `Session.resume`', key)
    this.#clock = parts.clock
    this.#session = parts.session
    this.note = parts.note
    this.#handle = new Handle(create, (engine, id) => engine.sessionResumeClose(id))
    this.message = this.#handle.use((engine, id) => engine.sessionResumeHello(id))
  }

  /**
   * The new session, from the peer's answer. An answer that is refused changes nothing.
   *
   * @throws `ERR_SESSION_RESUME_MALFORMED`, `ERR_SESSION_RESUME_OTHER`, `ERR_SESSION_RESUME`;
   * `ERR_SESSION_TICKET_EXPIRED`; `ERR_HANDLE_CLOSED` the second time.
   */
  finish(answer: Uint8Array): Session {
    const bytes = check.bytes(answer, 'answer')
    const now = this.#clock()
    return sessionOf(
      () =>
        this.#handle.spend((engine, id) =>
          engine.sessionResumeFinish(id, bytes, this.#session, now),
        ),
      this.#clock,
    )
  }

  /** Gives up. The ticket stays used. */
  close(): void {
    this.#handle.close()
  }
}
disposable(Resumption)

/**
 * Starts to resume the session of `ticket`, which is marked as used.
 *
 * @example
 * ```ts
 * const resumption = await Session.resume(ticket, { key, replay })
 * const session = resumption.finish(await send(resumption.message))
 * ```
 *
 * @throws `ERR_REPLAY` if the ticket was taken before; `ERR_SESSION_TICKET_VERSION`, `ERR_SESSION_TICKET`,
 * `ERR_SESSION_TICKET_EXPIRED`.
 */
export async function resume(ticket: Uint8Array, options: resume.Options): Promise<Resumption> {
  const { bytes, key, replay, session: passed, clock } = prepareTicket(ticket, readOptions(options))
  const asked = clock()
  const facts = key.use((engine, id) => engine.sessionTicketFacts(id, bytes, passed, asked))
  const note = await take(facts, replay)
  const now = clock()
  const start = () => key.use((engine, id) => engine.sessionResumeStart(id, bytes, now))
  return make(start, { clock, session: passed, note })
}

export declare namespace resume {
  type Options = import('./options.js').Options & {
    /** The key that the ticket is under. */
    readonly key: TicketKey
    /** Remembers tickets that were taken. */
    readonly replay: ReplayStore
  }
}

/** What {@link answerResumption} gives. */
export type Resumed = {
  /** The new session. It sends nothing before the peer's first message. */
  readonly session: Session
  /** For the peer, who gives it to {@link Resumption.finish}. */
  readonly answer: Uint8Array
  /** What the ticket kept. */
  readonly note: Uint8Array
}

/**
 * Answers the {@link Resumption.message} of a peer that resumes. The ticket is marked as used once its message is proven to be the peer's.
 *
 * @example
 * ```ts
 * const ticket = tickets.get(Session.readResumedId(message))
 * if (!ticket) throw new Error('no such session')
 * const { session, answer } = await Session.answerResumption(message, ticket, { key, replay })
 * ```
 *
 * @throws `ERR_SESSION_RESUME_MALFORMED`, `ERR_SESSION_RESUME_OTHER`, `ERR_SESSION_RESUME` for the message; else
 * as {@link resume}.
 */
export async function answerResumption(
  message: Uint8Array,
  ticket: Uint8Array,
  options: answerResumption.Options,
): Promise<Resumed> {
  const { bytes, key, replay, session: passed, clock } = prepareTicket(ticket, readOptions(options))
  // A copy, which nobody can change while the store is asked.
  const hello = check.bytes(message, 'message').slice()
  const asked = clock()
  const facts = key.use((engine, id) => engine.sessionResumeCheck(id, bytes, hello, passed, asked))
  const note = await take(facts, replay)
  const now = clock()
  let answer = new Uint8Array()
  const session = sessionOf(() => {
    const made = key.use((engine, id) => engine.sessionResumeAnswer(id, bytes, hello, passed, now))
    answer = made.slice(4)
    return new DataView(made.buffer, made.byteOffset).getUint32(0)
  }, clock)
  return { session, answer, note }
}

export declare namespace answerResumption {
  type Options = resume.Options
}

/**
 * Name of the old session that a resumption message is about, by which to find the ticket. The sender states it, and
 * nothing proves it.
 *
 * @throws `ERR_SESSION_RESUME_MALFORMED`.
 */
export function readResumedId(message: Uint8Array): string {
  const bytes = check.bytes(message, 'message')
  return call((engine) => engine.sessionResumeId(bytes))
}

function prepareTicket(ticket: unknown, chosen: Read<typeof fields>) {
  return {
    bytes: check.bytes(ticket, 'ticket').slice(),
    key: chosen.key,
    replay: chosen.replay as ReplayStore,
    session: printSession(chosen),
    clock: chosen.now,
  }
}

const fields = {
  ...optionFields,
  key: ticketKeyHandle,
  replay: check.record,
} satisfies Fields<resume.Options>

const readOptions = shape(fields)

/** Marks a ticket as used; gives its note. */
async function take(facts: string, replay: ReplayStore): Promise<Uint8Array> {
  const { replay: once, note } = JSON.parse(facts) as Facts
  await markOnce(replay, once.mark, once.until)
  return call((engine) => engine.encodingHexDecode(note))
}
