/**
 * The main thread's end: the same functions, each giving a promise.
 *
 * @module
 */

import { type Code, CountersignError, type HostCode } from '../errors.js'
import type { Algorithm, LocalSigner, PublicKey } from '../keys.js'
import type * as api from '../subpath/all.js'
import {
  type Failure,
  isReply,
  listen,
  type Port,
  putBack,
  type Reply,
  type Request,
  type SignerPlace,
  takeOut,
  watch,
} from './protocol.js'

/** A signer whose secret is in the worker. It is a `Signer`, so every signing function takes it. */
export type RemoteSigner = {
  readonly publicKey: PublicKey
  readonly algorithm: Algorithm
  sign(message: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

/** Keys for agreement and sessions stay where they are made: asking a worker for one is refused. */
type RemoteValue<T> = T extends LocalSigner ? RemoteSigner : T extends { close(): void } ? never : T
type RemoteFunction<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => Promise<RemoteValue<Awaited<R>>>
  : never
/** What gives a secret out is not served. */
type Served<K, F> = K extends `dangerously${string}`
  ? never
  : F extends (...args: never) => unknown
    ? K
    : never
type RemoteNamespace<N> = {
  readonly [K in keyof N as Served<K, N[K]>]: RemoteFunction<N[K]>
}

/** A class has a capital too; what stands in an engine does not cross. */
type Namespace<K, N> =
  K extends Capitalize<K & string> ? ('prototype' extends keyof N ? never : K) : never

/** Every namespace of the package, with promises. Arguments must be plain data, bytes, dates or remote signers. */
export type Remote = {
  readonly [K in keyof typeof api as Namespace<K, (typeof api)[K]>]: RemoteNamespace<
    (typeof api)[K]
  >
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Connects to a worker that runs {@link serve}.
 *
 * Calls that wait when the worker fails are rejected with `ERR_ENGINE_LOST`, and its signers are lost.
 *
 * @example
 * ```ts no-run: it needs a page
 * const worker = new Worker(new URL('./identity.worker.js', import.meta.url), { type: 'module' })
 * const remote = connect(worker)
 * const signer = await remote.Keys.generate('Ed25519')
 * ```
 *
 * @throws `ERR_ARGUMENT` unless `port` is a `MessagePort` or a worker.
 */
export function connect(port: Port): Remote {
  const ask = lineTo(port, remoteSigner)
  /** Remote signers that were handed out, to find them again among arguments. */
  const handles = new WeakMap<object, number>()

  function remoteSigner({ handle, publicKey, algorithm }: SignerPlace): RemoteSigner {
    const signer: RemoteSigner = {
      publicKey,
      algorithm,
      sign: (message) =>
        ask((id) => ({ id, kind: 'sign', handle, message })) as Promise<Uint8Array>,
      close: () => ask((id) => ({ id, kind: 'close', handle })) as Promise<void>,
    }
    handles.set(signer, handle)
    return signer
  }

  const call =
    (namespace: string, name: string) =>
    async (...values: unknown[]): Promise<unknown> => {
      const { value: args, places } = takeOut(values, (value) => handles.get(value))
      return ask((id) => ({ id, kind: 'call', namespace, name, args, handles: places }))
    }
  return dispatchByName((namespace) => dispatchByName((name) => call(namespace, name))) as Remote
}

/** What asks the worker, under a number of its own, and gives its answer. `signer` makes those that it answers with. */
function lineTo(
  port: Port,
  signer: (place: SignerPlace) => RemoteSigner,
): (make: (id: number) => Request) => Promise<unknown> {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let gone = false
  listen(port, (message) => {
    if (isReply(message)) settle(waiting, message, signer)
  })
  const giveUp = () => {
    for (const { reject } of waiting.values()) reject(lost())
    waiting.clear()
  }
  watch(port, giveUp, () => {
    gone = true
    giveUp()
  })
  return (make) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(lost())
      last += 1
      const id = last
      waiting.set(id, { resolve, reject })
      try {
        port.postMessage(make(id))
      } catch (cause) {
        waiting.delete(id)
        reject(unsendable(cause))
      }
    })
}

function unsendable(cause: unknown): CountersignError {
  return new CountersignError(
    'ERR_ARGUMENT',
    'an argument cannot be sent to a worker: give plain data, bytes, dates or remote signers',
    { cause, member: 'arguments' },
  )
}

function lost(): CountersignError {
  return new CountersignError('ERR_ENGINE_LOST', 'the worker failed or is gone; start a fresh one')
}

/** An object with a member of every name. Not `then`: it would pass for a promise. */
function dispatchByName(member: (name: string) => unknown): object {
  return new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : member(name)),
    },
  )
}

function settle(
  waiting: Map<number, Waiting>,
  reply: Reply,
  remoteSigner: (place: SignerPlace) => RemoteSigner,
): void {
  const caller = waiting.get(reply.id)
  if (!caller) return
  waiting.delete(reply.id)
  if ('error' in reply) caller.reject(toError(reply.error))
  else caller.resolve(putBack(reply.value, reply.handles, remoteSigner))
}

function toError({ code, message, ...data }: Failure): CountersignError {
  return new CountersignError(code as Code | HostCode, message, data)
}
