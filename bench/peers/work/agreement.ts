/**
 * X25519, done by other packages: our key is ready, theirs is raw bytes.
 *
 * @module
 */

import type { Jobs } from '../../case.js'
import { secret } from '../../input.js'

type Later<T> = T | Promise<T>

/** X25519 as a package offers it. `K` is its ready key. */
export type Agreement<K> = {
  later?: true
  generate: () => unknown
  publicKey: (secret: Uint8Array) => Later<Uint8Array>
  key: (secret: Uint8Array) => Later<K>
  agree: (mine: K, theirs: Uint8Array) => Later<Uint8Array>
}

export const agreementNames: readonly string[] = ['generate X25519', 'agree X25519']

export function agreementJobs<K>(x25519: Agreement<K>): Jobs {
  const mark = x25519.later ? { later: true as const } : {}
  return {
    'generate X25519': () => ({
      ...mark,
      run: x25519.generate,
      agree: () => x25519.publicKey(secret(1)),
    }),
    'agree X25519': async () => {
      const mine = await x25519.key(secret(1))
      const theirs = await x25519.publicKey(secret(2))
      const run = () => x25519.agree(mine, theirs)
      return { ...mark, run, agree: run }
    },
  }
}
