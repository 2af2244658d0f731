/**
 * The addon that only the bench has: `npm run bench -- --allocations` builds it. Node alone.
 *
 * | Function | Gives |
 * | --- | --- |
 * | `benchAllocations`, `benchAllocatedBytes` | what the engine's allocator gave out in this thread so far |
 * | `benchPqclean…` | PQClean's C: `dilithium2`, `3`, `5` (a draft, not FIPS 204); `ml-dsa-44`, `65`, `87` |
 *
 * Beside them it has everything of the native engine.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Addon = {
  benchAllocations(): number
  benchAllocatedBytes(): number
  /** A fresh key pair: public, secret. */
  benchPqcleanGenerate(scheme: string): [Uint8Array, Uint8Array]
  /** A detached signature, under an empty context where the scheme has one. */
  benchPqcleanSign(scheme: string, secret: Uint8Array, message: Uint8Array): Uint8Array
  benchPqcleanVerify(
    scheme: string,
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): boolean
}

const require = createRequire(import.meta.url)

/** The path of the addon, if it is built. */
export const addonPath: string = join(
  dirname(require.resolve('countersign/package.json')),
  'ts/generated/bench/native/countersign.node',
)

/** The addon. Throws where it is not built. */
export function addon(): Addon {
  try {
    return require(addonPath) as Addon
  } catch (cause) {
    throw new Error('not built: npm run bench -- --allocations', { cause })
  }
}
