/** What scenarios need; without the test runner, which the process that looks at itself has not. */

import { createHmac, hkdfSync } from 'node:crypto'

import { isCountersignError } from '../../src/subpath/all.js'

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
}

/** Runs what must be refused. */
export function refuses(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (isCountersignError(error)) return
    throw error
  }
  throw new Error('this should have been refused')
}

/** HKDF-Extract with SHA-256. */
export function extract(salt: Uint8Array, secret: Uint8Array): Uint8Array {
  return createHmac('sha256', salt).update(secret).digest()
}

/** HKDF with SHA-256. */
export function hkdf(
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, length))
}

/** HKDF-Expand with SHA-256. */
export function expand(key: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  let [last, all] = [new Uint8Array(), new Uint8Array()]
  for (let number = 1; all.length < length; number += 1) {
    const block = Uint8Array.of(...last, ...info, number)
    last = new Uint8Array(createHmac('sha256', key).update(block).digest())
    all = Uint8Array.of(...all, ...last)
  }
  return all.slice(0, length)
}

/** `u32be(length) ‖ bytes`. */
export function framed(bytes: Uint8Array): Uint8Array {
  const head = new Uint8Array(4)
  new DataView(head.buffer).setUint32(0, bytes.length)
  return Uint8Array.of(...head, ...bytes)
}
