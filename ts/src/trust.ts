/**
 * What a verification starts from.
 *
 * A key that the verified object carries is used only if `allowEmbeddedKey` is set.
 * The `signer` of the result then has `trust: 'self-asserted'`.
 *
 * @module
 */

import * as check from './check.js'
import { Handle } from './handle.js'
import { type Field, withDefault } from './shape.js'
import { type Frame, isSame } from './trust/frame.js'
import { frameOf, readInput, type TrustInput, type TrustMembers } from './trust/input.js'

export { type Purpose, purposes } from './trust/frame.js'
export {
  isEmpty,
  type TrustedKey,
  type TrustInput,
  type TrustMembers,
  trustFields,
  trustRecord,
} from './trust/input.js'
export type { ProvenKey } from './trust/proven.js'

const door: unique symbol = Symbol('countersign')

let make: (frame: Frame) => Trust
let isPrepared: (value: object) => value is Trust
let frameIn: (trust: Trust) => Frame
let idOf: (trust: Trust) => number
let close: (trust: Trust) => void

/**
 * A trust input that was read once: its keys are decoded and checked, and stay in the engine for every call that is
 * given it. It never changes, whatever becomes of the objects that it was made from. It holds nothing secret, so there
 * is nothing to close. It outlives its engine: after a fault it is read again.
 *
 * Whoever verifies more than once against the same keys saves that work; a plain {@link TrustInput} is read anew in
 * each call, and its keys too unless it is one of the last few.
 *
 * The engine counts how often each key signed, whichever verifier asks: 8 bytes a key. An Ed25519 or secp256k1 key that
 * signed 8 objects gets tables that halve the time of each check, some 10 KB. At most 64 keys of one trust have tables,
 * and 512 of all, some 5 MB. They go when the trust goes.
 *
 * @example
 * ```ts
 * const trust = Trust.of({ document: await resolver.resolve(did) })
 * const { id } = Receipt.verify(receipt, trust)
 * ```
 */
export class Trust {
  readonly #frame: Frame
  #handle: Handle | undefined

  static {
    make = (frame) => new Trust(door, frame)
    isPrepared = (value): value is Trust => #frame in value
    frameIn = (trust) => trust.#frame
    idOf = (trust) => {
      const id = trust.#handle?.liveId
      if (id !== undefined) return id
      trust.#handle = load(trust.#frame)
      return trust.#handle.liveId as number
    }
    close = (trust) => trust.#handle?.close()
  }

  private constructor(key: typeof door, frame: Frame) {
    if (key !== door) throw check.wrong('key', 'made by `Trust.of`', key)
    this.#frame = frame
    this.#handle = load(frame)
  }

  /**
   * Reads a trust input.
   *
   * @throws `ERR_ARGUMENT` for a member that is unknown or of a wrong type; `ERR_TRUST_MALFORMED` for two keys of one
   * id, and for a signing key under a DID that is another key; `ERR_LIMIT_EXCEEDED` above 256 keys; codes of keys, of
   * DIDs and of JSON.
   */
  static of(input: Trust | TrustInput): Trust {
    return check.isObject(input) && isPrepared(input) ? input : make(readInput(input))
  }
}

/** How many signature checks a call may make, for options that have `maxChecks`. The range is checked in the core. @internal */
export const maxChecks: Field<number> = withDefault(wholeNumber, 16)

function wholeNumber(value: unknown, name: string): number {
  return check.safeInteger(value, name)
}

/**
 * The trust that a verifier was given. Plain input is read, and kept in case it comes again. This runs code of the
 * caller; the result crosses by {@link trustHandle}.
 *
 * @internal
 */
export function prepareTrust(trust: Trust | TrustInput): Trust {
  return check.isObject(trust) && isPrepared(trust) ? trust : keep(readInput(trust))
}

/** The trust of members that were read, or of nobody. @internal */
export function trustOfMembers(read: TrustMembers): Trust {
  return keep(frameOf(read))
}

/** Whether a value is a {@link Trust}, and not plain input. @internal */
export function isTrust(value: unknown): value is Trust {
  return check.isObject(value) && isPrepared(value)
}

/**
 * The number by which the engine knows a trust. Only for the call that follows at once: another one may take its
 * place in the engine.
 *
 * @internal
 */
export function trustHandle(trust: Trust): number {
  return idOf(trust)
}

/**
 * The last plain inputs, so that the next call finds their keys. They are found by all of their bytes, because an
 * object can change.
 */
const recent: Trust[] = []
const mostRecent = 4

function keep(frame: Frame): Trust {
  const found = recent.find((entry) => isSame(frameIn(entry), frame))
  if (found !== undefined) return found
  const made = make(frame)
  recent.push(made)
  if (recent.length > mostRecent) close(recent.shift() as Trust)
  return made
}

/**
 * Closers of the trusts that are open in the engine, the oldest first: at most as many as it holds
 * (`rust/core/src/trust/prepared.rs`).
 */
const opened = new Set<() => void>()
const mostOpen = 1024

function load({ keys, document }: Frame): Handle {
  for (const closeOldest of opened) {
    if (opened.size < mostOpen) break
    opened.delete(closeOldest)
    closeOldest()
  }
  const handle = new Handle(
    (engine) => engine.trustPrepare(keys, document),
    (engine, id) => engine.trustClose(id),
  )
  opened.add(handle.closer)
  return handle
}
