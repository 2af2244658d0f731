/**
 * Bodies of messages, as bytes and under a limit.
 *
 * @internal
 * @module
 */

import { concat } from '../bytes.js'
import * as check from '../check.js'
import { CountersignError } from '../errors.js'

/** Largest body that is read by default, in bytes. */
export const bodyLimit: number = 1 << 20

/** The body as bytes. */
export function bodyBytes(body: unknown, name: string = 'body'): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(check.longText(body, name))
  return body === undefined ? new Uint8Array() : check.bytes(body, name)
}

/**
 * The body of a `Request` or `Response`, which can still be read afterwards.
 *
 * @throws `ERR_LIMIT_EXCEEDED`; `ERR_ARGUMENT` for a body that somebody has read, or that is not of bytes.
 */
export async function readBody(message: Request | Response, limit: number): Promise<Uint8Array> {
  if (message.bodyUsed || message.body?.locked)
    throw new CountersignError(
      'ERR_ARGUMENT',
      'the body of the message was read before: verify first, or pass a clone',
      { member: 'body' },
    )
  if (message.body === null) return new Uint8Array()
  const copy = message.clone()
  // Firefox gives a `Request` no stream, whether it has a body or not.
  if (copy.body === undefined) return within(new Uint8Array(await copy.arrayBuffer()), limit)
  const reader = (copy.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concat(chunks)
    const chunk = check.bytes(value, 'a part of the body')
    size += chunk.length
    // The source stops only if both halves of the clone are cancelled, so the body of the message is cancelled too.
    if (size > limit)
      for (const half of [reader, message.body]) void half?.cancel().catch(() => undefined)
    check.limit(size, limit, 'the body')
    chunks.push(chunk)
  }
}

/**
 * Whether a message has no body; `bytes` were read of it. Where the host hides the body, an empty one counts as none.
 */
export function isBare({ body }: Request | Response, bytes: Uint8Array): boolean {
  return body === null || (body === undefined && bytes.length === 0)
}

function within(bytes: Uint8Array, limit: number): Uint8Array {
  check.limit(bytes.length, limit, 'the body')
  return bytes
}
