/**
 * SAGE's handshake over HPKE, byte for byte.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | initiator | {@link initiate}, and sends the request |
 * | 2 | responder | {@link respond}, and sends the reply |
 * | 3 | initiator | {@link Pending.finish} |
 *
 * Every check is made that the format permits, also those that SAGE leaves out: above all, a request for
 * another DID is refused. What stays open is in `session.facts.unproven`. In SAGE nothing proves that a
 * DID holds its X25519 key: take that key from a source that proved it. Use `Handshake` where both
 * sides can.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes, type PublicKey } from '../key.js'
import { markOnce, type ReplayStore } from '../replay.js'
import { limitsOf, type SageSession, type SessionOptions, sageSession } from '../session/sage.js'
import {
  checkSigner,
  handleOf,
  type LocalAgreement,
  type Signed,
  type Signer,
  signWith,
} from '../signing.js'

export type { SageSession }

/**
 * How far the time of a message may be off where no other value is given, in seconds: `ts - skew <= now < ts + skew`.
 */
export const defaultSkew = 120

/** SAGE's name of this handshake. */
export const task = 'hpke/complete@v1'

/** A message as SAGE's transports carry it. Its `id`, `role` and metadata are not signed. */
export type Request = {
  readonly contextId: string
  readonly taskId: typeof task
  /** DID of the sender. */
  readonly did: string
  /** JSON. It is signed as it is: do not print it again. */
  readonly payload: string
  /** 64 bytes, or 65 of secp256k1. */
  readonly signature: Uint8Array
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

/** An initiator that waits for the reply. Its secrets stay in the engine. */
export class Pending {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, open: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Handshake.sage`', key)
    this.#handle = new Handle(this, open, (engine, id) => engine.handshakeSageClose(id))
  }

  /** The payload of the request. */
  get payload(): string {
    return this.#handle.use((engine, id) => engine.handshakeSagePayload(id))
  }

  /**
   * Checks the reply and gives the session. A reply that does not hold changes nothing; after the one
   * that does, this is closed.
   *
   * @throws `ERR_HANDSHAKE_SAGE_MALFORMED`, `ERR_HANDSHAKE_SAGE_IDENTITY`, `ERR_HANDSHAKE_SAGE_CONTEXT`,
   * `ERR_HANDSHAKE_SAGE_TIME`, `ERR_HANDSHAKE_SAGE_SIGNATURE`, `ERR_HANDSHAKE_SAGE_ACK`; a code of JSON or
   * keys.
   */
  finish(reply: string | Uint8Array, options: finish.Options): SageSession {
    const { text } = received(reply, 'reply')
    const { age, idle, messages, clock } = limitsOf(options)
    const key = keyBytes(options.peerKey, 'peerKey')
    const [now, skew] = [check.seconds(clock(), 'now'), skewOf(options.skew)]
    const session = sageSession(clock, () =>
      this.#handle.use((engine, id) =>
        engine.handshakeSageFinish(id, text, key, now, skew, age, idle, messages),
      ),
    )
    this.close()
    return session
  }

  /** Wipes the secrets. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(Pending)

export declare namespace finish {
  type Options = SessionOptions & {
    /** The responder's signing key, from a source that is trusted. */
    readonly peerKey: PublicKey
    /** Default: {@link defaultSkew}. */
    readonly skew?: number
  }
}

/** What an initiator has after its first step. */
export type Initiated = { readonly request: Request; readonly pending: Pending }

/**
 * Starts a handshake: the signed request, and what waits for the reply. At once for a local signer.
 *
 * @example
 * ```ts
 * const { request, pending } = Handshake.sage.initiate(signer, {
 *   did, peer, peerAgreementKey, context: 'ctx-1',
 * })
 * using session = pending.finish(await send(request), { peerKey })
 * ```
 *
 * @throws `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for a name with `|` or a control character;
 * `ERR_HANDSHAKE_SAGE_MALFORMED` for an empty one; `ERR_SIGNATURE_MALFORMED` for a signer that does not
 * sign as SAGE does (secp256k1 over Keccak-256); a code of keys.
 */
export function initiate<S extends Signer>(
  signer: S,
  options: initiate.Options,
): Signed<S, Initiated> {
  const { publicKey } = checkSigner(signer)
  const fields = check.record(options, 'options')
  const did = check.text(fields['did'], 'did')
  const peer = check.text(fields['peer'], 'peer')
  const context = check.text(fields['context'], 'context')
  const key = keyBytes(options.peerAgreementKey, 'peerAgreementKey')
  const ts = check.timestamp(options.now ?? new Date(), 'now')
  const pending = new Pending(door, (engine) =>
    engine.handshakeSageStart(context, did, peer, key, ts),
  )
  const { payload } = pending
  const bytes = new TextEncoder().encode(payload)
  return signWith(signer, bytes, (raw): Initiated => {
    const signature = call((engine) => engine.sageAttach(keyBytes(publicKey), bytes, raw))
    return { request: { contextId: context, taskId: task, did, payload, signature }, pending }
  })
}

export declare namespace initiate {
  type Options = {
    /** Our DID. */
    readonly did: string
    /** The DID of the responder. */
    readonly peer: string
    /** The responder's X25519 key, from a source that proved who holds it. */
    readonly peerAgreementKey: PublicKey
    /** SAGE's context id. */
    readonly context: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** What a responder has. The initiator has not yet shown that it has the key of the session. */
export type Responded = {
  /** JSON to send back. */
  readonly reply: string
  readonly session: SageSession
}

/**
 * Answers a request. The nonce is marked in `replay` after all else held.
 *
 * @example
 * ```ts
 * const { reply, session } = await Handshake.sage.respond(signer, request, {
 *   did, agreement, peer: request.did, peerKey, replay,
 * })
 * ```
 *
 * @throws `ERR_HANDSHAKE_SAGE_IDENTITY` for a request from or for another; `ERR_HANDSHAKE_SAGE_CONTEXT`,
 * `ERR_HANDSHAKE_SAGE_TIME`, `ERR_HANDSHAKE_SAGE_MALFORMED`, `ERR_HANDSHAKE_SAGE_AMBIGUOUS`,
 * `ERR_HANDSHAKE_SAGE_SIGNATURE`; `ERR_REPLAY`; a code of JSON or keys.
 */
export async function respond(
  signer: Signer,
  request: Request,
  options: respond.Options,
): Promise<Responded> {
  const { publicKey } = checkSigner(signer)
  const { age, idle, messages, clock } = limitsOf(options)
  const accepted = accept(request, options, clock())
  try {
    const mark = accepted.use((engine, id) => engine.handshakeSageReplay(id))
    const { once, until } = JSON.parse(mark) as { once: string; until: number }
    await markOnce(options.replay, once, until)
    const input = accepted.use((engine, id) => engine.handshakeSageReplyInput(id))
    const reply = await signWith(signer, input, (signature) =>
      accepted.use((engine, id) => engine.handshakeSageReply(id, keyBytes(publicKey), signature)),
    )
    const session = sageSession(clock, () =>
      accepted.use((engine, id) => engine.handshakeSageSession(id, age, idle, messages)),
    )
    return { reply, session }
  } finally {
    accepted.close()
  }
}

export declare namespace respond {
  type Options = SessionOptions & {
    /** Our DID. */
    readonly did: string
    /** Our X25519 key. */
    readonly agreement: LocalAgreement
    /** The DID that must have asked, whose key `peerKey` is. */
    readonly peer: string
    /** Its signing key, from a source that is trusted. */
    readonly peerKey: PublicKey
    /** Remembers requests. */
    readonly replay: ReplayStore
    /** Default: {@link defaultSkew}. */
    readonly skew?: number
  }
}

function accept(request: Request, options: respond.Options, now: Date): Handle {
  const message = check.record(request, 'request')
  const agreement = handleOf(options.agreement)
  const did = check.text(options.did, 'did')
  const peer = check.text(options.peer, 'peer')
  const key = keyBytes(options.peerKey, 'peerKey')
  const context = check.text(message['contextId'], 'request.contextId')
  const payload = check.text(message['payload'], 'request.payload')
  const signature = check.bytes(message['signature'], 'request.signature')
  const [ts, skew] = [check.timestamp(now, 'now'), skewOf(options.skew)]
  if (message['taskId'] !== task || message['did'] !== peer)
    throw new CountersignError(
      'ERR_HANDSHAKE_SAGE_IDENTITY',
      'the request is of another handshake or from another DID',
    )
  const open = (): number =>
    agreement.use((engine, id) =>
      engine.handshakeSageAccept(id, did, peer, key, context, payload, signature, ts, skew),
    )
  return new Handle({}, open, (engine, id) => engine.handshakeSageDrop(id))
}

function skewOf(value: number | undefined): number {
  return check.integer(value ?? defaultSkew, 'skew', 1, 0xffff_ffff)
}

/** A pending initiator that `open` puts into the engine. @internal */
export function pendingOf(open: (engine: Engine) => number): Pending {
  return new Pending(door, open)
}
