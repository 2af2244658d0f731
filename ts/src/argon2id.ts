/**
 * Argon2id, version 0x13 (RFC 9106): a key from a passphrase. **Dangerous**: the key is only as strong as the
 * passphrase and the chosen cost.
 *
 * On WebAssembly each call runs in an instance of its own, so that its memory is given back afterwards. A call
 * with the default cost takes 0.2 seconds on a server, longer on a phone, and blocks its thread: run it in a worker (`countersign/worker`), and use
 * {@link estimate} to show its progress.
 *
 * @module
 */

import * as check from './check.js'
import { callApart } from './engine/slot.js'
import { type Field, type Fields, shape, withDefault } from './shape.js'

/** What one derivation takes. */
export type Cost = {
  /** Memory in KiB: 8 for each lane to 1,048,576. Default: 65,536. */
  readonly memory?: number
  /** Passes over the memory; memory times iterations is at most 8 GiB. Default: 3. */
  readonly iterations?: number
  /** Lanes, 1 to 64. They run one after the other here, so more of them help only an attacker. Default: 1. */
  readonly parallelism?: number
}

/** The second recommended option of RFC 9106, section 4, in one lane. */
export const defaultCost: Required<Cost> = { memory: 65_536, iterations: 3, parallelism: 1 }

/**
 * Bytes from a passphrase.
 *
 * @example
 * ```ts
 * const salt = crypto.getRandomValues(new Uint8Array(16))
 * const key = Argon2id.derive({ password, salt })
 * ```
 *
 * @throws `ERR_ARGON2ID_COST`, `ERR_ARGON2ID_INPUT`, `ERR_ARGON2ID_MEMORY`.
 */
export function derive(options: derive.Options): Uint8Array {
  const read = readDerive(options)
  const { memory, iterations, parallelism, password, salt, secret, associated, length } = read
  return callApart((engine) =>
    engine.argon2idDerive(
      memory,
      iterations,
      parallelism,
      password,
      salt,
      secret,
      associated,
      length,
    ),
  )
}

const u32 = (usual: number): Field<number> => {
  return withDefault(check.integer32, usual)
}

const costFields = {
  memory: u32(defaultCost.memory),
  iterations: u32(defaultCost.iterations),
  parallelism: u32(defaultCost.parallelism),
}

const secretFields = {
  password: check.bytes,
  secret: withDefault(check.bytes, new Uint8Array()),
}

const readDerive = shape({
  ...costFields,
  ...secretFields,
  salt: check.bytes,
  associated: withDefault(check.bytes, new Uint8Array()),
  length: u32(32),
} satisfies Fields<derive.Options>)

export declare namespace derive {
  type Options = Cost & {
    /** The passphrase. */
    readonly password: Uint8Array
    /** Random, 8 to 64 bytes. */
    readonly salt: Uint8Array
    /** A pepper, at most 1024 bytes. Default: none. */
    readonly secret?: Uint8Array
    /** Bound to the output, at most 32 bytes. Default: none. */
    readonly associated?: Uint8Array
    /** How many bytes, 4 to 1024. Default: 32. */
    readonly length?: number
  }
}

/**
 * A hash in the PHC form, `$argon2id$v=19$…`, with a fresh salt of 16 bytes unless one is given.
 *
 * @example
 * ```ts
 * const stored = Argon2id.hash({ password })
 * ```
 *
 * @throws As {@link derive}.
 */
export function hash(options: hash.Options): string {
  const { memory, iterations, parallelism, password, salt, secret, length } = readHash(options)
  return callApart((engine) =>
    engine.argon2idHash(memory, iterations, parallelism, password, salt, secret, length),
  )
}

const fresh = () => globalThis.crypto.getRandomValues(new Uint8Array(16))

const readHash = shape({
  ...costFields,
  ...secretFields,
  salt: (value, name) => (value === undefined ? fresh() : check.bytes(value, name)),
  length: u32(32),
} satisfies Fields<hash.Options>)

export declare namespace hash {
  type Options = Cost & {
    /** The passphrase. */
    readonly password: Uint8Array
    /** 8 to 64 bytes. Default: 16 random bytes. */
    readonly salt?: Uint8Array
    /** A pepper, at most 1024 bytes. Default: none. */
    readonly secret?: Uint8Array
    /** How many bytes, 4 to 1024. Default: 32. */
    readonly length?: number
  }
}

/**
 * Tells whether `password` is the one behind a hash in the PHC form. The text names the cost, so take it
 * from where nobody else writes.
 *
 * @example
 * ```ts
 * if (!Argon2id.verify({ hash: stored, password })) deny()
 * ```
 *
 * @throws `ERR_ARGON2ID_PHC`, `ERR_ARGON2ID_COST`.
 */
export function verify(options: verify.Options): boolean {
  const { hash: text, password, secret } = readVerify(options)
  return callApart((engine) => engine.argon2idVerify(text, password, secret))
}

const readVerify = shape({ ...secretFields, hash: check.text } satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = {
    /** The text of {@link hash}. */
    readonly hash: string
    /** The passphrase. */
    readonly password: Uint8Array
    /** The pepper. Default: none. */
    readonly secret?: Uint8Array
  }
}

/**
 * About how long a derivation will take on this machine, in milliseconds: a small one is timed, once.
 *
 * @example
 * ```ts
 * const expected = Argon2id.estimate({ memory: 65_536, iterations: 3 })
 * ```
 *
 * @throws `ERR_ARGUMENT`.
 */
export function estimate(options: estimate.Options = {}): number {
  const { memory, iterations } = readCost(options)
  speed ??= measure()
  return memory * iterations * speed
}

export declare namespace estimate {
  type Options = Cost
}

const readCost = shape(costFields satisfies Fields<Cost>)

/** Milliseconds for a KiB in one pass. */
let speed: number | undefined

/** Small enough not to be noticed, large enough to leave the processor's caches, as a real derivation does. */
const sample = { memory: 4_096, iterations: 1, parallelism: 1 } as const

function measure(): number {
  const bytes = new Uint8Array(16)
  const once = () => derive({ ...sample, password: bytes, salt: bytes })
  once()
  const start = performance.now()
  once()
  return (performance.now() - start) / sample.memory
}
