/**
 * The main thread's end: the same functions, each giving a promise.
 *
 * @module
 */

import { type Code, CountersignError, type HostCode } from '../errors.js'
import type * as api from '../index.js'
import type { Algorithm, LocalSigner, PublicKey } from '../keys.js'
import {
  type HandleMark,
  listen,
  type Port,
  type Reply,
  type Request,
  replace,
} from './protocol.js'

/** A signer whose secret is in the worker. It is a `Signer`, so every signing function takes it. */
export type RemoteSigner = {
  readonly publicKey: PublicKey
  readonly algorithm: Algorithm
  sign(message: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

type RemoteValue<T> = T extends LocalSigner ? RemoteSigner : T
type RemoteFunction<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => Promise<RemoteValue<Awaited<R>>>
  : never
type RemoteNamespace<N> = {
  readonly [K in keyof N as N[K] extends (...args: never) => unknown ? K : never]: RemoteFunction<
    N[K]
  >
}

/** Every namespace of the package, with promises. Arguments must be plain data, bytes, dates or remote signers. */
export type Remote = {
  readonly [K in keyof typeof api as K extends Capitalize<K> ? K : never]: RemoteNamespace<
    (typeof api)[K]
  >
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Connects to a worker that runs {@link serve}.
 *
 * @example
 * ```ts
 * const worker = new Worker(new URL('./identity.worker.js', import.meta.url), { type: 'module' })
 * const remote = connect(worker)
 * const signer = await remote.Keys.generate('Ed25519')
 * ```
 */
export function connect(port: Port): Remote {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const ask = (request: Request): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(request.id, { resolve, reject })
      try {
        port.postMessage(request)
      } catch (cause) {
        waiting.delete(request.id)
        reject(
          new CountersignError('ERR_ARGUMENT', 'an argument cannot be sent to a worker', { cause }),
        )
      }
    })
  listen(port, (message) => settle(waiting, message as Reply, remoteSigner))

  function remoteSigner(
    mark: HandleMark & { publicKey: PublicKey; algorithm: Algorithm },
  ): RemoteSigner {
    const handle = mark.countersignHandle
    const signer: RemoteSigner = {
      publicKey: mark.publicKey,
      algorithm: mark.algorithm,
      sign: (message) => ask({ id: ++last, kind: 'sign', handle, message }) as Promise<Uint8Array>,
      close: () => ask({ id: ++last, kind: 'close', handle }) as Promise<void>,
    }
    marks.set(signer, handle)
    return signer
  }

  return new Proxy({} as Remote, {
    get: (_, namespace) =>
      new Proxy(
        {},
        {
          get:
            (_, name) =>
            (...args: unknown[]) =>
              ask({
                id: ++last,
                kind: 'call',
                namespace: String(namespace),
                name: String(name),
                args: args.map(mark),
              }),
        },
      ),
  })
}

/** Remote signers that were handed out, to find them again among arguments. */
const marks = new WeakMap<object, number>()

function mark(argument: unknown): unknown {
  return replace(argument, (value) => {
    const handle = marks.get(value)
    return handle === undefined ? value : { countersignHandle: handle }
  })
}

function settle(
  waiting: Map<number, Waiting>,
  reply: Reply,
  remoteSigner: (mark: HandleMark & { publicKey: PublicKey; algorithm: Algorithm }) => RemoteSigner,
): void {
  const caller = waiting.get(reply.id)
  if (!caller) return
  waiting.delete(reply.id)
  if ('error' in reply)
    caller.reject(new CountersignError(reply.error.code as Code | HostCode, reply.error.message))
  else
    caller.resolve(
      replace(reply.value, (value) =>
        'countersignHandle' in value ? remoteSigner(value as never) : value,
      ),
    )
}
