/**
 * The key that tickets are encrypted under. It stays in the engine.
 *
 * @module
 */

import * as check from '../check.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'

const door: unique symbol = Symbol('countersign')

/** A key for tickets. Made by {@link ticketKey}. */
export class TicketKey {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  /** @internal */
  constructor(key: typeof door, open: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Session.ticketKey`', key)
    this.#handle = new Handle(this, open, (engine, id) => engine.sessionTicketKeyClose(id))
  }

  /** Wipes the key. Later uses throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  /** What only the constructor can have made. @internal */
  static handle(key: unknown): Handle | undefined {
    return typeof key === 'object' && key !== null && #handle in key ? key.#handle : undefined
  }
}
disposable(TicketKey)

/**
 * A key for tickets: `bytes`, or a fresh one, under which tickets live as long as this process does.
 *
 * @example
 * ```ts
 * const key = Session.ticketKey(await secretStore.read('ticket-key'))
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless there are 32 bytes.
 */
export function ticketKey(bytes?: Uint8Array): TicketKey {
  if (bytes === undefined) return new TicketKey(door, (engine) => engine.sessionTicketKeyGenerate())
  const key = check.bytes(bytes, 'bytes')
  return new TicketKey(door, (engine) => engine.sessionTicketKeyImport(key))
}

/** The handle of a ticket key; throws `ERR_ARGUMENT` for any other value. @internal */
export function ticketKeyHandle(key: unknown): Handle {
  const handle = TicketKey.handle(key)
  if (handle === undefined) throw check.wrong('key', 'made by `Session.ticketKey`', key)
  return handle
}
