/**
 * HMAC with SHA-256 (RFC 2104). **Dangerous**: whoever can check a tag can make one, so it proves
 * nothing to a third party; and it takes short keys, an empty one too.
 *
 * Tags are 32 bytes. Truncated tags are not supported.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Fields, shape } from '../shape.js'

/** Length in bytes of a tag. */
export const tagLength = 32

/**
 * The tag of `message` under `key`.
 *
 * @example
 * ```ts
 * const tag = Hmac.tag({ key, message })
 * ```
 */
export function tag(options: tag.Options): Uint8Array {
  const { key, message } = readTag(options)
  return call((engine) => engine.hmacTag(key, message))
}

const common = { key: check.bytes, message: check.bytes }

const readTag = shape(common satisfies Fields<tag.Options>)

export declare namespace tag {
  type Options = {
    /** The shared secret. 32 random bytes are right. */
    readonly key: Uint8Array
    /** What to authenticate. */
    readonly message: Uint8Array
  }
}

/**
 * Tells whether `tag` is that of `message` under `key`, in constant time.
 *
 * @example
 * ```ts
 * if (!Hmac.verify({ key, message, tag })) throw new Error('forged')
 * ```
 *
 * @returns `false` for a truncated tag too.
 */
export function verify(options: verify.Options): boolean {
  const { key, message, tag: claimedTag } = readVerify(options)
  return call((engine) => engine.hmacVerify(key, message, claimedTag))
}

const readVerify = shape({ ...common, tag: check.bytes } satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = tag.Options & {
    /** The tag that came with the message. */
    readonly tag: Uint8Array
  }
}
