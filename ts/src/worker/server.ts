/**
 * The worker's end: runs the package's functions, keeps the handles.
 *
 * @module
 */

import { CountersignError, isCountersignError } from '../errors.js'
import * as api from '../index.js'
import type { LocalSigner } from '../keys.js'
import { listen, type Port, type Reply, type Request, replace } from './protocol.js'

/**
 * Serves the package on `port`: in a browser's worker `self`, in Node `parentPort`.
 *
 * @example
 * ```ts
 * // identity.worker.js
 * import { init } from 'countersign'
 * import { serve } from 'countersign/worker'
 *
 * serve(self, init())
 * ```
 *
 * @param ready - Settles when the engine is loaded; calls wait for it.
 */
export function serve(port: Port, ready: Promise<unknown> = Promise.resolve()): void {
  const handles = new Map<number, LocalSigner>()
  let last = 0
  const keep = (signer: LocalSigner) => {
    last += 1
    handles.set(last, signer)
    return { countersignHandle: last, publicKey: signer.publicKey, algorithm: signer.algorithm }
  }
  listen(port, async (message) => {
    const request = message as Request
    port.postMessage(
      await ready
        .then(() => answer(request, handles, keep))
        .catch((error) => refusal(request.id, error)),
    )
  })
}

async function answer(
  request: Request,
  handles: Map<number, LocalSigner>,
  keep: (signer: LocalSigner) => unknown,
): Promise<Reply> {
  const { id } = request
  if (request.kind === 'call') {
    const args = request.args.map((argument) =>
      replace(argument, (value) => restore(value, handles)),
    )
    const value = await entry(request.namespace, request.name)(...args)
    return { id, value: replace(value, (item) => (isSigner(item) ? keep(item) : item)) }
  }
  const signer = find(handles, request.handle)
  if (request.kind === 'sign') return { id, value: signer.sign(request.message) }
  signer.close()
  handles.delete(request.handle)
  return { id, value: undefined }
}

function entry(namespace: string, name: string): (...args: unknown[]) => unknown {
  const holder: unknown = Object.hasOwn(api, namespace)
    ? api[namespace as keyof typeof api]
    : undefined
  const found =
    typeof holder === 'object' && holder !== null
      ? (holder as Record<string, unknown>)[name]
      : undefined
  if (typeof found !== 'function')
    throw new CountersignError('ERR_ARGUMENT', `there is no ${namespace}.${name}`)
  return found as (...args: unknown[]) => unknown
}

function restore(value: object, handles: Map<number, LocalSigner>): unknown {
  return 'countersignHandle' in value ? find(handles, value.countersignHandle as number) : value
}

function find(handles: Map<number, LocalSigner>, handle: number): LocalSigner {
  const signer = handles.get(handle)
  if (!signer) throw new CountersignError('ERR_HANDLE_LOST', 'the worker has no such signer')
  return signer
}

function isSigner(value: object): value is LocalSigner {
  return 'sign' in value && 'close' in value && 'publicKey' in value
}

function refusal(id: number, error: unknown): Reply {
  if (isCountersignError(error)) return { id, error: { code: error.code, message: error.message } }
  return { id, error: { code: 'ERR_INTERNAL', message: 'the worker failed' } }
}
