/**
 * Handles: numbers that stand for what stays inside the engine.
 *
 * A handle works until it is closed or its engine is lost. A new engine never
 * makes an old handle work again. Garbage collection closes a forgotten handle,
 * some time later; call `close()` to be sure.
 *
 * @internal
 * @module
 */

import './host.js'
import { call, currentGeneration, type Loaded } from './engine/slot.js'
import { CountersignError, coreError } from './errors.js'
import type { Engine } from './generated/contract.js'
import { handleClosed } from './generated/messages.js'

type Free = (engine: Engine, id: number) => unknown

/** What the net needs to close a handle that is gone. */
type Entry = {
  readonly id: number
  readonly generation: number
  readonly free: Free
  isClosed: boolean
}

const net = new FinalizationRegistry<Entry>((entry) => {
  try {
    release(entry)
  } catch {
    // Nobody is left to tell.
  }
})

let open = 0
let openIn = 0

/** How many handles of the present engine are open. */
export function liveHandles(): number {
  return openIn === currentGeneration() ? open : 0
}

/**
 * One open handle. It is closed when nobody holds this object any more. That may be later than the end of the public
 * object that it was made for: a call may go on with the handle alone while it awaits a store or a signer.
 */
export class Handle {
  readonly #entry: Entry

  /** Makes a handle with `make`; `free` closes it. Neither may run code of the caller: see {@link call}. */
  constructor(make: (engine: Loaded) => number, free: Free) {
    const id = call(make)
    this.#entry = { id, generation: currentGeneration(), free, isClosed: false }
    open = liveHandles() + 1
    openIn = currentGeneration()
    net.register(this, this.#entry, this)
  }

  /** Runs `use` on the engine of this handle. */
  use<T>(use: (engine: Loaded, id: number) => T): T {
    if (this.#entry.isClosed) throw coreError(handleClosed, {})
    if (this.#entry.generation !== currentGeneration())
      throw new CountersignError(
        'ERR_HANDLE_LOST',
        'the engine of this handle is gone: make the object again',
      )
    return call((engine) => use(engine, this.#entry.id))
  }

  /** As {@link Handle.use}, for a call by which the engine closes the handle itself, unless it throws. */
  spend<T>(use: (engine: Engine, id: number) => T): T {
    const result = this.use(use)
    this.#entry.isClosed = true
    net.unregister(this)
    open -= 1
    return result
  }

  /** Wipes and forgets what the handle stands for. Does nothing the second time. */
  close(): void {
    net.unregister(this)
    release(this.#entry)
  }

  /** The number of the handle, unless it is closed or its engine is gone. */
  get liveId(): number | undefined {
    const { id, generation, isClosed } = this.#entry
    return isClosed || generation !== currentGeneration() ? undefined : id
  }

  /** Closes the handle, and does not keep this object alive as {@link Handle.close} would. */
  get closer(): () => void {
    const entry = this.#entry
    return () => release(entry)
  }
}

/** What `using` looks for; the second where the runtime has no `Symbol.dispose`, as compilers agreed. */
const disposers = [Symbol.dispose, Symbol.for('Symbol.dispose')].filter((key) => key !== undefined)

type Closable = { readonly prototype: { close(): void } }

/** Lets `using` close objects of `type`, also where a compiler made other syntax of it. */
export function disposable(type: Closable): void {
  for (const key of disposers)
    Object.defineProperty(type.prototype, key, {
      value(this: { close(): void }) {
        this.close()
      },
    })
}

function release(entry: Entry): void {
  const { id, generation, free, isClosed } = entry
  entry.isClosed = true
  // The table of an engine that is gone went with it.
  if (isClosed || generation !== currentGeneration()) return
  open -= 1
  call((engine) => free(engine, id))
}
