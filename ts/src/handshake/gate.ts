/**
 * Cookies against floods.
 *
 * @module
 */

import * as check from '../check.js'
import { disposable, Handle } from '../handle.js'
import { anything, type Fields, shape } from '../shape.js'
import type { Create } from '../signing.js'

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

/** Unix seconds. It runs code of the caller: never inside a call of the engine. */
type Clock = () => number
let make: (create: Create, clock: Clock) => Gate

/**
 * Tells whether a sender also receives at the address that it sends from. Made by {@link gate}; it stores nothing for
 * any sender.
 */
export class Gate {
  readonly #handle: Handle
  readonly #clock: Clock
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create, clock) => new Gate(door, create, clock)
  }

  private constructor(key: typeof door, create: Create, clock: Clock) {
    if (key !== door) throw check.wrong('key', 'made by `Handshake.gate`', key)
    this.#handle = new Handle(create, (engine, id) => engine.handshakeGateClose(id))
    this.#clock = clock
  }

  /**
   * Checks the cookie of a first message before any public-key operation.
   *
   * @returns `undefined` if the message may be answered by {@link respond}; else what to send back, which the
   * other side gives to `pending.retry`.
   * @throws `ERR_HANDSHAKE_COOKIE` for a cookie of another message, address or server;
   * `ERR_HANDSHAKE_MALFORMED`, `ERR_HANDSHAKE_VERSION`, `ERR_HANDSHAKE_SUITE`, `ERR_LIMIT_EXCEEDED`.
   */
  check(message: Uint8Array, options: Gate.check.Options): Uint8Array | undefined {
    const { address } = readCheck(options)
    const place = new TextEncoder().encode(address)
    const now = this.#clock()
    const bytes = check.bytes(message, 'message')
    const asked = this.#handle.use((engine, id) => engine.handshakeGateCheck(id, bytes, place, now))
    return asked.length === 0 ? undefined : asked
  }

  /** Wipes the key. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(Gate)

const readCheck = shape({ address: check.text } satisfies Fields<Gate.check.Options>)

export declare namespace Gate {
  namespace check {
    type Options = {
      /** Where the message came from, as text: an address with its port. */
      readonly address: string
    }
  }
}

/**
 * Makes a gate, for a responder that may be flooded with first messages from false addresses.
 *
 * @example
 * ```ts
 * const gate = Handshake.gate()
 * const asked = gate.check(message, { address: `${remoteAddress}:${remotePort}` })
 * if (asked) send(asked)
 * else await Handshake.respond(message, signer, trust, options)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless a given key has 32 bytes; `ERR_HANDLE_LIMIT`.
 */
export function gate(options: gate.Options = {}): Gate {
  const { key, now } = readOptions(options)
  if (key === undefined) return make((engine) => engine.handshakeGateGenerate(), now)
  const bytes = check.bytes(key, 'key')
  return make((engine) => engine.handshakeGateImport(bytes), now)
}

const readOptions = shape({ key: anything, now: check.clock } satisfies Fields<gate.Options>)

export declare namespace gate {
  type Options = {
    /** 32 random bytes that several servers share. Default: fresh ones. */
    readonly key?: Uint8Array
    /** Default: the clock. */
    readonly now?: () => Date
  }
}
