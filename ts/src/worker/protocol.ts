/**
 * Messages between a page and the worker that does its work.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { ErrorData } from '../errors.js'
import type { Algorithm, PublicKey } from '../key.js'
import { members } from '../shape.js'

/** Something that stands in the data at `path`, and does not cross by itself. */
export type Place<T> = { readonly path: readonly string[]; readonly item: T }

/** Main thread to worker. Handles are beside the arguments: data that looks like one is data. */
export type Request =
  | {
      id: number
      kind: 'call'
      namespace: string
      name: string
      args: unknown
      handles: readonly Place<number>[]
    }
  | { id: number; kind: 'sign'; handle: number; message: Uint8Array }
  | { id: number; kind: 'close'; handle: number }

/** A signer that stays in the worker. */
export type SignerPlace = {
  readonly handle: number
  readonly publicKey: PublicKey
  readonly algorithm: Algorithm
}

/** A `CountersignError`, as far as it can be cloned. */
export type Failure = { code: string; message: string } & ErrorData

/** Worker to main thread. */
export type Reply =
  | { id: number; value: unknown; handles: readonly Place<SignerPlace>[] }
  | { id: number; error: Failure }

/** Tells messages of this protocol from others on the same port. */
export function isRequest(message: unknown): message is Request {
  const { id, kind } = fields(message)
  return typeof id === 'number' && ['call', 'sign', 'close'].includes(kind as string)
}

/** As {@link isRequest}, for the other direction. */
export function isReply(message: unknown): message is Reply {
  const { id, handles, error } = fields(message)
  return typeof id === 'number' && (Array.isArray(handles) || typeof error === 'object')
}

function fields(message: unknown): Record<string, unknown> {
  return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {}
}

/** What both ends need of a `Worker`, a `MessagePort`, Node's `parentPort`, or a worker's own `self`. */
export type Port = {
  postMessage(message: unknown): void
} & (
  | { on(event: 'message', listener: (message: unknown) => void): unknown }
  | {
      addEventListener(type: 'message', listener: (event: { data: unknown }) => void): unknown
      start?(): void
    }
)

/** Listens on `port`, in Node's form or the web's. Throws `ERR_ARGUMENT` unless it is a port. */
export function listen(port: Port, receive: (message: unknown) => void): void {
  const { postMessage, on, addEventListener, start } = members(port, 'port', methods)
  check.callable(postMessage, 'port.postMessage')
  if (on !== undefined) {
    subscriber(on, 'port.on').call(port, 'message', receive)
    return
  }
  const listener = ({ data }: { data: unknown }) => receive(data)
  subscriber(addEventListener, 'port.addEventListener').call(port, 'message', listener)
  if (start !== undefined) (check.callable(start, 'port.start') as () => void).call(port)
}

const methods = ['postMessage', 'on', 'addEventListener', 'start'] as const

type Subscribe = (event: string, listener: (event: never) => void) => void

function subscriber(value: unknown, name: string): Subscribe {
  return check.callable(value, name) as Subscribe
}

/**
 * Calls `fault` when the other end has failed, and `end` when it is gone, as far as the host tells: a worker that
 * is terminated from a page tells nothing.
 */
export function watch(port: Port, fault: () => void, end: () => void): void {
  const { on, addEventListener } = members(port, 'port', ['on', 'addEventListener'])
  const subscribe = subscriber(on ?? addEventListener, 'port.on').bind(port)
  // Node's `error` is left alone: a listener would hide it from those who have none.
  if (!on) for (const event of ['error', 'messageerror']) subscribe(event, fault)
  for (const event of ['exit', 'close']) subscribe(event, end)
}

/** How deep handles are looked for. */
const MAX_DEPTH = 8

/** A copy of `value` without what `pick` takes, and where that was. Plain objects and arrays are looked into. */
export function takeOut<T>(
  value: unknown,
  pick: (value: object) => T | undefined,
): { value: unknown; places: Place<T>[] } {
  const places: Place<T>[] = []
  const visit = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const item = pick(value)
    if (item !== undefined) {
      places.push({ path, item })
      return null
    }
    if (path.length > MAX_DEPTH) return value
    if (Array.isArray(value))
      return value.map((item, index) => visit(item, [...path, String(index)]))
    const prototype = Object.getPrototypeOf(value)
    // A message would keep its own members alone, and one that it inherits could be what revokes a key.
    if (prototype !== Object.prototype && prototype !== null && isInstance(value))
      throw check.wrong('value', 'plain data: a message loses what an object inherits', value)
    if (prototype !== Object.prototype) return value
    const members = Object.entries(value)
    return Object.fromEntries(
      members.map(([name, member]) => [name, visit(member, [...path, name])]),
    )
  }
  return { value: visit(value, []), places }
}

/** Whether it is of a class that no message knows: a Date, a Map or bytes have a name of their own. */
function isInstance(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** Puts back into `value`, which came in a message and is nobody else's, what {@link takeOut} took. */
export function putBack<T>(
  value: unknown,
  places: readonly Place<T>[],
  make: (item: T) => unknown,
): unknown {
  const root: { value: unknown } = { value }
  for (const { path, item } of places) {
    let holder: object = root
    let last = 'value'
    for (const name of path) {
      holder = Object.getOwnPropertyDescriptor(holder, last)?.value as object
      last = name
    }
    // Not an assignment: `__proto__` is a name like any other here.
    Object.defineProperty(holder, last, {
      value: make(item),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  return root.value
}
