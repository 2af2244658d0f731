/**
 * Messages between a page and the worker that does its work.
 *
 * @internal
 * @module
 */

/** Main thread to worker. */
export type Request =
  | { id: number; kind: 'call'; namespace: string; name: string; args: unknown[] }
  | { id: number; kind: 'sign'; handle: number; message: Uint8Array }
  | { id: number; kind: 'close'; handle: number }

/** Worker to main thread. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: { code: string; message: string } }

/** Stands for a handle that stays in the worker. */
export type HandleMark = { readonly countersignHandle: number }

/** What both ends need of a `Worker`, a `MessagePort`, Node's `parentPort`, or a worker's own `self`. */
export type Port = {
  postMessage(message: unknown): void
} & (
  | { on(event: 'message', listener: (message: never) => void): unknown }
  | {
      addEventListener(event: 'message', listener: (event: never) => void): unknown
      start?(): void
    }
)

/** Listens on `port`, in Node's form or the web's. */
export function listen(port: Port, receive: (message: unknown) => void): void {
  if ('on' in port) {
    port.on('message', receive as (message: never) => void)
    return
  }
  port.addEventListener('message', ((event: { data: unknown }) => receive(event.data)) as (
    event: never,
  ) => void)
  port.start?.()
}

/** Applies `change` to `value` and to what plain objects and arrays in it hold. */
export function replace(value: unknown, change: (value: object) => unknown, depth = 8): unknown {
  if (typeof value !== 'object' || value === null) return value
  const changed = change(value)
  if (changed !== value || depth === 0) return changed
  if (Array.isArray(value)) return value.map((item) => replace(item, change, depth - 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replace(item, change, depth - 1)]),
  )
}
