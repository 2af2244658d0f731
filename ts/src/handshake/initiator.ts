/**
 * The side that asks.
 *
 * @module
 */

import * as check from '../check.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes } from '../key.js'
import { type Clock, printSession } from '../session/options.js'
import { sessionOf } from '../session/state.js'
import type { Options as SessionOptions } from '../session.js'
import { type Fields, shape } from '../shape.js'
import { signStep } from '../signing/unsigned.js'
import { type Create, checkSigner, type Signed, type Signer } from '../signing.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { contextOf, type Established, factsOf, type Suite, sharedFields } from './peer.js'

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

type State = {
  readonly trust: Trust
  readonly clock: Clock
}

let make: (create: Create, state: State) => Pending
let inputOf: (pending: Pending) => Uint8Array
let signedHere: (pending: Pending, own: Handle) => Pending
let signed: (pending: Pending, signature: Uint8Array) => Pending

/** A handshake that waits for the answer. Made by {@link initiate}. */
export class Pending {
  readonly #handle: Handle
  readonly #state: State
  #message: Uint8Array = new Uint8Array()
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create, state) => new Pending(door, create, state)
    inputOf = (pending) => pending.#handle.use((engine, id) => engine.handshakeStartInput(id))
    signedHere = (pending, own) =>
      pending.#complete((engine, id) => own.use((_, key) => engine.handshakeStartSignHere(id, key)))
    signed = (pending, signature) =>
      pending.#complete((engine, id) => engine.handshakeStartSign(id, signature))
  }

  private constructor(key: typeof door, create: Create, state: State) {
    if (key !== door) throw check.wrong('key', 'made by `Handshake.initiate`', key)
    this.#handle = new Handle(create, (engine, id) => engine.handshakeClose(id))
    this.#state = state
  }

  #complete(sign: (engine: Engine, id: number) => Uint8Array): this {
    this.#message = this.#handle.use(sign)
    return this
  }

  /** The first message, to send to the other side. */
  get message(): Uint8Array {
    return this.#message.slice()
  }

  /**
   * Checks the answer and opens the session, once. An answer that is refused changes nothing: the true
   * one may still come.
   *
   * Costs at most 1 signature check, however many keys the document holds.
   *
   * @throws `ERR_HANDSHAKE_COOKIE_ASKED` if a cookie is asked for: {@link Pending.retry};
   * `ERR_HANDSHAKE_OPEN`, `ERR_HANDSHAKE_PEER`, `ERR_HANDSHAKE_KEY`, `ERR_HANDSHAKE_SIGNATURE`,
   * `ERR_HANDSHAKE_SUITE`, `ERR_HANDSHAKE_EXPIRED`, `ERR_HANDSHAKE_MALFORMED`, `ERR_HANDSHAKE_VERSION`;
   * `ERR_HANDLE_CLOSED` after it succeeded.
   */
  finish(reply: Uint8Array): Established {
    const { trust, clock } = this.#state
    const now = clock()
    const bytes = check.bytes(reply, 'reply')
    const facts = this.#handle.use((engine, id) =>
      engine.handshakeFinish(id, bytes, trustHandle(trust), now),
    )
    const start = () => this.#handle.use((engine, id) => engine.handshakeSession(id, now))
    const session = sessionOf(start, clock)
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
 * @param signer - Our identity key, listed for authentication in our document.
 * @param trust - What we know of the other side: its document, or keys whose controller it is.
 * @example
 * ```ts
 * const pending = Handshake.initiate(signer, { document }, { did, peer })
 * const { session } = pending.finish(await send(pending.message))
 * ```
 *
 * @throws `ERR_HANDSHAKE_DOCUMENT` if the document is of another DID; `ERR_HANDSHAKE_KEY` if it has no X25519
 * key for key agreement; `ERR_HANDSHAKE_SELF`; `ERR_HANDSHAKE_MALFORMED` for a DID that is not in
 * canonical spelling; `ERR_HANDSHAKE_SUITE`; `ERR_LIMIT_EXCEEDED` for a context over 1,024 bytes;
 * `ERR_SESSION_OPTIONS`; `ERR_SIGNER_INVALID`; codes of trust.
 */
export function initiate<S extends Signer>(
  signer: S,
  trust: Trust | TrustInput,
  options: initiate.Options,
): Signed<S, Pending> {
  const { algorithm, publicKey } = checkSigner(signer)
  const [key, trusted] = [keyBytes(publicKey), prepareTrust(trust)]
  const chosen = readOptions(options)
  const { did, peer, suites, skew, session } = chosen
  const [passed, state] = [printSession(session), { trust: trusted, clock: session.now }]
  const now = state.clock()
  const context = contextOf(chosen.context)
  const pending = make(
    (engine) =>
      engine.handshakeStart(
        did,
        algorithm,
        key,
        peer,
        trustHandle(trusted),
        context,
        suites,
        passed,
        now,
        skew,
      ),
    state,
  )
  return signStep(signer, {
    here: (own) => signedHere(pending, own),
    message: () => inputOf(pending),
    finish: (signature) => signed(pending, signature),
  })
}

const readOptions = shape({
  ...sharedFields,
  peer: check.text,
} satisfies Fields<initiate.Options>)

export declare namespace initiate {
  type Options = {
    /** Our DID, in canonical spelling. */
    readonly did: string
    /** The other side's DID, in canonical spelling. */
    readonly peer: string
    /** What the session is for; both sides must name the same. At most 1,024 bytes. Default: empty. */
    readonly context?: Uint8Array
    /** Key exchanges on offer. Default: all. */
    readonly suites?: readonly Suite[]
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
    /** Options of the session; its clock is that of the handshake too. */
    readonly session?: SessionOptions
  }
}
