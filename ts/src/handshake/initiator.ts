/**
 * The side that asks.
 *
 * @module
 */

import * as check from '../check.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes } from '../key.js'
import { type Clock, clockOf, optionsRecord } from '../session/options.js'
import { openSession, type Options as SessionOptions } from '../session.js'
import { checkSigner, type Open, type Signed, type Signer, signWith } from '../signing.js'
import { type Trust, trustText } from '../trust.js'
import { contextOf, type Established, factsOf, type Suite, skewOf, suiteNames } from './peer.js'

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

type State = {
  readonly trust: string
  readonly skew: number
  readonly clock: Clock
  readonly options: Uint8Array
}

/** A handshake that waits for the answer. Made by {@link initiate}. */
export class Pending {
  readonly #handle: Handle
  readonly #state: State
  #message: Uint8Array = new Uint8Array()
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, open: Open, state: State) {
    if (key !== door) throw check.wrong('key', 'made by `Handshake.initiate`', key)
    this.#handle = new Handle(this, open, (engine, id) => engine.handshakeClose(id))
    this.#state = state
  }

  /** What `pending` is to sign. @internal */
  static input(pending: Pending): Uint8Array {
    return pending.#handle.use((engine, id) => engine.handshakeStartInput(id))
  }

  /** Completes the first message. @internal */
  static sign(pending: Pending, signature: Uint8Array): Pending {
    pending.#message = pending.#handle.use((engine, id) => engine.handshakeStartSign(id, signature))
    return pending
  }

  /** The first message, to send to the other side. */
  get message(): Uint8Array {
    return this.#message.slice()
  }

  /**
   * Checks the answer and opens the session, once. An answer that is refused changes nothing: the true
   * one may still come.
   *
   * @throws `ERR_HANDSHAKE_COOKIE_ASKED` if a cookie is asked for: {@link Pending.retry};
   * `ERR_HANDSHAKE_OPEN`, `ERR_HANDSHAKE_PEER`, `ERR_HANDSHAKE_KEY`, `ERR_HANDSHAKE_SIGNATURE`,
   * `ERR_HANDSHAKE_SUITE`, `ERR_HANDSHAKE_EXPIRED`, `ERR_HANDSHAKE_MALFORMED`, `ERR_HANDSHAKE_VERSION`;
   * `ERR_HANDLE_CLOSED` after it succeeded.
   */
  finish(reply: Uint8Array): Established {
    const { trust, skew, clock, options } = this.#state
    const [bytes, now] = [check.bytes(reply, 'reply'), clock()]
    const facts = this.#handle.use((engine, id) =>
      engine.handshakeFinish(id, bytes, trust, now, skew),
    )
    const start = () => this.#handle.use((engine, id) => engine.handshakeSession(id, options, now))
    const session = openSession(start, clock)
    this.close()
    return { session, ...factsOf(facts) }
  }

  /**
   * The first message again, with the cookie that the other side asked for.
   *
   * @throws `ERR_HANDSHAKE_MALFORMED` or `ERR_HANDSHAKE_VERSION` unless `asked` asks for a cookie.
   */
  retry(asked: Uint8Array): Uint8Array {
    const bytes = check.bytes(asked, 'asked')
    return this.#handle.use((engine, id) => engine.handshakeRetry(id, bytes))
  }

  /** Gives the handshake up, and wipes its secrets. */
  close(): void {
    this.#handle.close()
  }
}
disposable(Pending)

/**
 * Starts a handshake with an agent whose DID document is known. At once for a local signer, else a promise.
 *
 * @example
 * ```ts
 * const pending = Handshake.initiate({ signer, did, peer, trust: { document } })
 * const { session } = pending.finish(await send(pending.message))
 * ```
 *
 * @throws `ERR_HANDSHAKE_DOCUMENT` if the document is of another DID; `ERR_HANDSHAKE_KEY` if it has no X25519
 * key for key agreement; `ERR_HANDSHAKE_SELF`; `ERR_HANDSHAKE_MALFORMED` for a DID that is not in
 * canonical spelling; `ERR_HANDSHAKE_SUITE`; `ERR_LIMIT_EXCEEDED` for a context over 1,024 bytes;
 * `ERR_SESSION_OPTIONS`; `ERR_SIGNER_INVALID`; codes of trust.
 */
export function initiate<S extends Signer>(options: initiate.Options<S>): Signed<S, Pending> {
  const fields = check.record(options, 'options')
  const { algorithm, publicKey } = checkSigner(options.signer)
  const [did, peer] = [check.text(fields['did'], 'did'), check.text(fields['peer'], 'peer')]
  const [key, trust] = [keyBytes(publicKey), trustText(options.trust)]
  const [context, names] = [contextOf(fields['context']), suiteNames(fields['suites'])]
  const given = options.session ?? {}
  const state = {
    trust,
    skew: skewOf(fields['skew']),
    clock: clockOf(given.now),
    options: optionsRecord(given),
  }
  const now = state.clock()
  const pending = new Pending(
    door,
    (engine) => engine.handshakeStart(did, algorithm, key, peer, trust, context, names, now),
    state,
  )
  return signWith(options.signer, Pending.input(pending), (signature) =>
    Pending.sign(pending, signature),
  )
}

export declare namespace initiate {
  type Options<S extends Signer = Signer> = {
    /** Our identity key, listed for authentication in our document. */
    readonly signer: S
    /** Our DID, in canonical spelling. */
    readonly did: string
    /** The other side's DID, in canonical spelling. */
    readonly peer: string
    /** What we know of the other side: its document, or keys whose controller it is. */
    readonly trust: Trust
    /** What the session is for; both sides must name the same. At most 1,024 bytes. Default: empty. */
    readonly context?: Uint8Array
    /** Key exchanges on offer. Default: all. */
    readonly suites?: readonly Suite[]
    /** Allowed difference of the clocks, in seconds. Default: 60. */
    readonly skew?: number
    /** Options of the session; its clock is that of the handshake too. */
    readonly session?: SessionOptions
  }
}
