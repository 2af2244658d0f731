/**
 * The key that tickets are encrypted under. It stays in the engine.
 *
 * @module
 */

import * as check from '../check.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { type Fields, optional, shape } from '../shape.js'

const door: unique symbol = Symbol('countersign')

let make: (create: (engine: Engine) => number) => TicketKey
let inside: (value: object) => Handle | undefined

/** A key for tickets. Made by {@link ticketKey}. */
export class TicketKey {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new TicketKey(door, create)
    inside = (value) => (#handle in value ? value.#handle : undefined)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Session.ticketKey`', key)
    this.#handle = new Handle(create, (engine, id) => engine.sessionTicketKeyClose(id))
  }

  /** Wipes the key. Later uses throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(TicketKey)

/**
 * A key for tickets: the given one, or a fresh one. Tickets under a fresh key last as long as this process.
 *
 * @example
 * ```ts
 * const key = Session.ticketKey({ key: await secretStore.read('ticket-key') })
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless a given key has 32 bytes.
 */
export function ticketKey(options: ticketKey.Options = {}): TicketKey {
  const { key } = readOptions(options)
  if (key === undefined) return make((engine) => engine.sessionTicketKeyGenerate())
  return make((engine) => engine.sessionTicketKeyImport(key))
}

const readOptions = shape({
  key: optional((value, name) => check.bytes(value, name)),
} satisfies Fields<ticketKey.Options>)

export declare namespace ticketKey {
  type Options = {
    /** 32 random bytes, kept secret. Default: fresh ones. */
    readonly key?: Uint8Array
  }
}

/** The handle of a ticket key; throws `ERR_ARGUMENT` for any other value. @internal */
export function ticketKeyHandle(key: unknown, name: string = 'key'): Handle {
  const handle = typeof key === 'object' && key !== null ? inside(key) : undefined
  if (handle === undefined) throw check.wrong(name, 'made by `Session.ticketKey`', key)
  return handle
}
