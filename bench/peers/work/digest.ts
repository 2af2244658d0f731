/**
 * The digest of a body (RFC 9530), done by other packages: a hash, and the text around it.
 *
 * @module
 */

import type { Jobs } from '../../case.js'
import { bytes } from '../../input.js'

/** The hashes of the rows, by the name that the field gives them. */
export const hashes = ['sha-256', 'sha-512'] as const
type Name = (typeof hashes)[number]

/** Sizes of a body. */
export const sizes = [1_024, 16_384] as const

/** The name of a row. That of SHA-256 says nothing of the hash: it is what a digest has unless asked for another. */
export const nameOf = (name: Name, size: number): string =>
  `content digest${name === 'sha-256' ? '' : ` of ${name}`}, ${size / 1_024} KB`

export const digestNames: readonly string[] = hashes.flatMap((name) =>
  sizes.map((size) => nameOf(name, size)),
)

/** The jobs of a package that has both hashes. */
export function digestJobs(hash: Readonly<Record<Name, (body: Uint8Array) => Uint8Array>>): Jobs {
  const rows = hashes.flatMap((name) =>
    sizes.map((size) => {
      const body = bytes(size)
      const run = () => `${name}=:${base64(hash[name](body))}:`
      return [nameOf(name, size), () => ({ run, agree: run })] as const
    }),
  )
  return Object.fromEntries(rows)
}

/** As the host does it fastest. */
const base64: (bytes: Uint8Array) => string =
  'toBase64' in Uint8Array.prototype
    ? (bytes) => (bytes as Uint8Array & { toBase64(): string }).toBase64()
    : (bytes) => btoa(String.fromCharCode(...bytes))
