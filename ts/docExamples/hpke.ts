import assert from 'node:assert/strict'
import { Hpke } from 'countersign/hpke'

import { utf8 } from './common.ts'

export const ours = Hpke.generate('X-Wing')
export const theirs = ours.publicKey
export const info = utf8('orders 2026')
export const plaintext = utf8('hello')
export const [first, second] = [utf8('first'), utf8('second')]
export const ikm = crypto.getRandomValues(new Uint8Array(32))
export const sealed = Hpke.seal(plaintext, theirs, { info })
export const { encapsulated, ciphertext } = sealed

/** The other side opens what comes. */
export function send(encapsulated: Uint8Array, ...messages: readonly Uint8Array[]): void {
  using context = Hpke.receiver(encapsulated, ours, { info })
  assert.deepEqual(
    messages.map((message) => context.open(message)),
    [first, second],
  )
}
