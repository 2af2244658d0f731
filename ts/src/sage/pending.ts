/**
 * The initiator of SAGE's handshake between its two messages: see `sage.ts`.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import type { Engine } from '../generated/contract.js'
import { sageHandshakeSkew as defaultSkew } from '../generated/time.js'
import { disposable, Handle } from '../handle.js'
import { type Field, type Fields, shape, withDefault } from '../shape.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import {
  type Options as Limits,
  limitFields,
  type SageSession,
  sageSession,
} from './sageSession.js'

export { defaultSkew }

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (create: (engine: Engine) => number) => Pending

/** An initiator that waits for the reply. Its secrets stay in the engine. */
export class Pending {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new Pending(door, create)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Sage.Handshake`', key)
    this.#handle = new Handle(create, (engine, id) => engine.handshakeSageClose(id))
  }

  /** The payload of the request. */
  get payload(): string {
    return this.#handle.use((engine, id) => engine.handshakeSagePayload(id))
  }

  /**
   * Checks the reply and gives the session. A reply that does not hold changes nothing; after the one
   * that does, this is closed.
   *
   * Costs at most 16 signature checks: 1 for each trusted key that may be the responder's.
   *
   * @param trust - The responder's signing keys: its document, or pinned ones, for `authentication`.
   * @throws `ERR_HANDSHAKE_SAGE_MALFORMED`, `ERR_HANDSHAKE_SAGE_IDENTITY`, `ERR_HANDSHAKE_SAGE_CONTEXT`,
   * `ERR_HANDSHAKE_SAGE_TIME`, `ERR_HANDSHAKE_SAGE_SIGNATURE`, `ERR_HANDSHAKE_SAGE_ACK`; a code of JSON or
   * keys.
   */
  finish(
    reply: string | Uint8Array,
    trust: Trust | TrustInput,
    options: Pending.finish.Options = {},
  ): SageSession {
    const { text } = receive(reply, 'reply')
    const trusted = prepareTrust(trust)
    const { skew, maxAge, idle, maxMessages, now: clock } = readOptions(options)
    const now = clock()
    const session = sageSession(clock, () =>
      this.#handle.use((engine, id) =>
        engine.handshakeSageFinish(
          id,
          text,
          trustHandle(trusted),
          now,
          skew,
          maxAge,
          idle,
          maxMessages,
        ),
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

export declare namespace Pending {
  namespace finish {
    type Options = Limits & {
      /** Default: {@link defaultSkew}. */
      readonly skew?: number
    }
  }
}

/** The field of a skew. @internal */
export const skew: Field<number> = withDefault(check.safeInteger, defaultSkew)

const readOptions = shape({ ...limitFields, skew } satisfies Fields<Pending.finish.Options>)

/** A pending initiator that `create` puts into the engine, without code of the caller. @internal */
export function pendingOf(create: (engine: Engine) => number): Pending {
  return make(create)
}
