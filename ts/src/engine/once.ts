/**
 * Runs a loader once at a time, however many wait for it, and each as long as it said.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import type { HostSignal } from '../host.js'
import { isReady } from './slot.js'

/** How long a caller waits. */
export type Patience = {
  /** Its abort ends the wait. */
  readonly signal: HostSignal | undefined
  /** Milliseconds until the wait ends. */
  readonly timeout: number
}

/** What a loader knows of its run. */
export type Attempt = {
  /** Aborted when nobody waits any longer: a loader then fetches nothing more, and installs nothing. */
  readonly signal: HostSignal
  /** The address that is being fetched. */
  address?: string
}

type Run = {
  readonly attempt: Attempt
  readonly done: Promise<void>
  readonly stop: () => void
  waiting: number
}

/**
 * Joins concurrent calls, does nothing when what is loaded is `enough`, and lets a failed call be tried again. A caller
 * that stops waiting takes nothing from the others; when the last one does, the run is given up.
 *
 * What it makes throws what `load` throws, the reason of the caller's signal, or `ERR_WASM_FETCH` after its time.
 */
export function once<T extends Patience>(
  load: (options: T, attempt: Attempt) => Promise<void>,
  enough: (options: T) => boolean = isReady,
): (options: T) => Promise<void> {
  let running: Run | undefined
  const end = (run: Run) => {
    run.stop()
    if (running === run) running = undefined
  }
  const begin = (options: T): Run => {
    const stop = new AbortController()
    const attempt: Attempt = { signal: stop.signal }
    const done = load(options, attempt).finally(() => end(run))
    const run: Run = { attempt, done, stop: () => stop.abort(), waiting: 0 }
    return run
  }
  const join = (run: Run, gaveUp: AbortSignal) => waitWithOthers(run, gaveUp, end)
  const start = async (options: T, gaveUp: AbortSignal): Promise<void> => {
    if (enough(options)) return
    const other = running
    if (!other) {
      running = begin(options)
      return join(running, gaveUp)
    }
    // It may have loaded less than this call needs, or have failed over what this one does not ask for.
    await join(other, gaveUp).catch((error: unknown) => {
      if (gaveUp.aborted) throw error
    })
    await start(options, gaveUp)
  }
  const what = () => running?.attempt.address ?? 'the engine'
  return (options) => withPatience(options, what, (gaveUp) => start(options, gaveUp))
}

/** Waits for a run; `end` is called when nobody waits any longer. */
async function waitWithOthers(
  run: Run,
  gaveUp: AbortSignal,
  end: (run: Run) => void,
): Promise<void> {
  run.waiting += 1
  try {
    await waitFor(run.done, gaveUp)
  } finally {
    run.waiting -= 1
    if (run.waiting === 0) end(run)
  }
}

/** Runs `work` with a signal that is aborted when the caller waits no longer. `what` says what is awaited. */
async function withPatience(
  { signal, timeout }: Patience,
  what: () => string,
  work: (gaveUp: AbortSignal) => Promise<void>,
): Promise<void> {
  if (signal?.aborted) throw signal.reason
  const own = new AbortController()
  const abort = () => own.abort(signal?.reason)
  const timer = setTimeout(() => own.abort(tooSlow(what(), timeout)), timeout)
  signal?.addEventListener('abort', abort)
  try {
    await work(own.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits for `work`, unless `gaveUp` is aborted before; then it throws the reason. */
function waitFor(work: Promise<void>, gaveUp: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (gaveUp.aborted) reject(gaveUp.reason)
    gaveUp.addEventListener('abort', () => reject(gaveUp.reason))
    work.then(resolve, reject)
  })
}

function tooSlow(what: string, timeout: number): CountersignError {
  return new CountersignError(
    'ERR_WASM_FETCH',
    `${what} did not come within ${timeout} ms; \`init({ timeout })\` sets another limit`,
  )
}
