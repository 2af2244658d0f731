/**
 * The worker's end: runs the package's functions, keeps the handles.
 *
 * @module
 */

import { fetchPart } from '../engine/slot.js'
import { CountersignError, dataOf, isCountersignError } from '../errors.js'
import type { Part } from '../generated/parts.js'
import { type LocalSigner, signerHandle } from '../signing.js'
import * as api from '../subpath/all.js'
import {
  isRequest,
  listen,
  type Port,
  putBack,
  type Reply,
  type Request,
  type SignerPlace,
  takeOut,
} from './protocol.js'

/**
 * Serves the package on `port`: in a browser's worker `self`, in Node `parentPort`. A part of the engine that a call
 * needs is fetched when it is called. Functions that give a secret
 * out, `dangerously…`, are refused with `ERR_ARGUMENT`: who has the port may sign, and no more.
 *
 * @example
 * ```ts no-run: it is the worker of a page
 * // identity.worker.js
 * import { init } from 'countersign'
 * import { serve } from 'countersign/worker'
 *
 * serve(self, init())
 * ```
 *
 * @param ready - Settles when the engine is loaded; calls wait for it.
 *
 * @throws `ERR_ARGUMENT` unless `port` is a `MessagePort` or a worker.
 */
export function serve(port: Port, ready: Promise<unknown> = Promise.resolve()): void {
  const handles = new Map<number, LocalSigner>()
  let last = 0
  const keep = (signer: LocalSigner): SignerPlace => {
    last += 1
    handles.set(last, signer)
    return { handle: last, publicKey: signer.publicKey, algorithm: signer.algorithm }
  }
  listen(port, async (request) => {
    if (!isRequest(request)) return
    const reply = await Promise.resolve(ready)
      .then(() => answer(request, handles, keep))
      .catch((error) => refusal(request.id, error))
    try {
      port.postMessage(reply)
    } catch {
      port.postMessage(refusal(request.id, stuck()))
    }
  })
}

async function answer(
  request: Request,
  handles: Map<number, LocalSigner>,
  keep: (signer: LocalSigner) => SignerPlace,
): Promise<Reply> {
  const { id } = request
  if (request.kind === 'call') {
    const args = putBack(request.args, request.handles, (handle) => find(handles, handle))
    const called = entry(request.namespace, request.name)
    const result = await withParts(() => called(...(args as unknown[])))
    const { value, places } = takeOut(result, (item) => replace(item, keep))
    return { id, value, handles: places }
  }
  const signer = find(handles, request.handle)
  if (request.kind === 'sign') return { id, value: signer.sign(request.message), handles: [] }
  signer.close()
  handles.delete(request.handle)
  return { id, value: undefined, handles: [] }
}

/** Runs `use`; where a part of the engine is missing, that is fetched and `use` runs again. */
async function withParts(use: () => unknown): Promise<unknown> {
  try {
    return await use()
  } catch (error) {
    const missing = isCountersignError(error, 'ERR_PART_MISSING')
    if (!missing || !(await fetchPart(error.member as Part))) throw error
    return withParts(use)
  }
}

/** What stands for a signer; a handle of another kind is closed, because nobody could use it. */
function replace(
  item: object,
  keep: (signer: LocalSigner) => SignerPlace,
): SignerPlace | undefined {
  if (signerHandle(item)) return keep(item as LocalSigner)
  if (!isHandle(item)) return undefined
  item.close()
  throw stuck()
}

/** An object of a class that has something to close: a message would carry it as an empty object. */
function isHandle(item: object): item is { close(): void } {
  const prototype: { close?: unknown } | null = Object.getPrototypeOf(item)
  return (
    prototype !== null && prototype !== Object.prototype && typeof prototype.close === 'function'
  )
}

function stuck(): CountersignError {
  return new CountersignError(
    'ERR_ARGUMENT',
    'the result cannot leave the worker: it is no plain data',
    { member: 'result' },
  )
}

/** A function of a namespace, by the names in `ts/public-surface.txt`: what is not public is not in `api`. */
function entry(namespace: string, name: string): (...args: unknown[]) => unknown {
  const holder = own(api, namespace)
  const found = typeof holder === 'object' && holder !== null ? own(holder, name) : undefined
  if (typeof found !== 'function' || isClass(found))
    throw new CountersignError('ERR_ARGUMENT', `there is no ${namespace}.${name}`, {
      member: `${namespace}.${name}`,
    })
  if (name.startsWith('dangerously'))
    throw new CountersignError(
      'ERR_ARGUMENT',
      `${namespace}.${name} is not served: a secret stays in its worker; export it there, where the key is made`,
      { member: `${namespace}.${name}` },
    )
  return found as (...args: unknown[]) => unknown
}

function own(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined
}

/** Whether it only works after `new`. */
function isClass(found: object): boolean {
  return Object.getOwnPropertyDescriptor(found, 'prototype')?.writable === false
}

function find(handles: Map<number, LocalSigner>, handle: number): LocalSigner {
  const signer = handles.get(handle)
  if (!signer)
    throw new CountersignError(
      'ERR_HANDLE_LOST',
      'the worker has no such signer: it was closed, or the worker was started again',
    )
  return signer
}

function refusal(id: number, error: unknown): Reply {
  if (isCountersignError(error))
    return { id, error: { code: error.code, message: error.message, ...dataOf(error) } }
  return { id, error: { code: 'ERR_INTERNAL', message: 'the worker failed' } }
}
