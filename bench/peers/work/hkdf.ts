/**
 * HKDF-SHA256, done by other packages.
 *
 * @module
 */

import type { Job, Jobs } from '../../case.js'
import { bytes, secret } from '../../input.js'

type Later<T> = T | Promise<T>

/** HKDF (RFC 5869) with an array of its own as output. */
export type Derive = (
  secret: Uint8Array,
  salt: Uint8Array | undefined,
  info: Uint8Array,
  length: number,
) => Later<Uint8Array>

export const hkdfNames: readonly string[] = [
  'HKDF-SHA256 derivation',
  'two HKDF calls, the bound of creation',
]

/** What a key is derived for, in AgenticIdentity's row. */
export const info: Uint8Array = new TextEncoder().encode('agentic-identity/session/s-1')

/** The jobs of `derive`; `later` if it gives a promise. */
export function hkdfJobs(derive: Derive, later = false): Jobs {
  const mark: Pick<Job, 'later'> = later ? { later: true } : {}
  const salt = bytes(32)
  const deriveUnsalted = () => derive(secret(1), undefined, info, 32)
  const deriveSalted = () => derive(secret(1), salt, salt, 44)
  const both = () => [deriveSalted(), deriveSalted()]
  return {
    'HKDF-SHA256 derivation': () => ({ ...mark, run: deriveUnsalted, agree: deriveUnsalted }),
    'two HKDF calls, the bound of creation': () => ({
      ...mark,
      run: later ? () => Promise.all(both()) : both,
      agree: deriveSalted,
    }),
  }
}
