/**
 * HKDF with SHA-256 (RFC 5869). **Dangerous**: it makes a key of anything, a weak password or an
 * empty secret too, and two uses with one `info` get one key.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Fields, shape, withDefault } from '../shape.js'

/** The most bytes that come out: 255 blocks of 32 bytes. */
export const maxOutput = 8_160

/**
 * The pseudorandom key of a secret, 32 bytes. An empty salt is 32 zero bytes.
 *
 * @example
 * ```ts
 * const key = Hkdf.extract({ secret, salt })
 * ```
 */
export function extract(options: extract.Options): Uint8Array {
  const { secret, salt } = readExtract(options)
  return call((engine) => engine.hkdfExtract(salt, secret))
}

const optional = withDefault(check.bytes, new Uint8Array())
const length = check.integer32
const extractFields = { secret: check.bytes, salt: optional }
const expandFields = { info: optional, length }

const readExtract = shape(extractFields satisfies Fields<extract.Options>)

export declare namespace extract {
  type Options = {
    /** The input keying material. */
    readonly secret: Uint8Array
    /** Not secret; better random. Default: empty. */
    readonly salt?: Uint8Array
  }
}

/**
 * Bytes from a pseudorandom key, for the use that `info` names.
 *
 * @example
 * ```ts
 * const sending = Hkdf.expand({ key, info: utf8('my-protocol v1 a to b'), length: 32 })
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` for a key under 32 bytes; `ERR_LIMIT_EXCEEDED` above 8,160 bytes.
 */
export function expand(options: expand.Options): Uint8Array {
  const { key, info, length } = readExpand(options)
  return call((engine) => engine.hkdfExpand(key, info, length))
}

const readExpand = shape({ ...expandFields, key: check.bytes } satisfies Fields<expand.Options>)

export declare namespace expand {
  type Options = {
    /** A pseudorandom key, as {@link extract} gives it. */
    readonly key: Uint8Array
    /** What the output is for. Default: empty. */
    readonly info?: Uint8Array
    /** How many bytes. */
    readonly length: number
  }
}

/**
 * {@link extract}, then {@link expand}.
 *
 * @example
 * ```ts
 * const key = Hkdf.derive({ secret, salt, info: utf8('my-protocol v1'), length: 32 })
 * ```
 *
 * @throws `ERR_LIMIT_EXCEEDED` above 8,160 bytes.
 */
export function derive(options: derive.Options): Uint8Array {
  const { secret, salt, info, length } = readDerive(options)
  return call((engine) => engine.hkdfDerive(secret, salt, info, length))
}

const readDerive = shape({ ...extractFields, ...expandFields } satisfies Fields<derive.Options>)

export declare namespace derive {
  type Options = extract.Options & Omit<expand.Options, 'key'>
}
