/**
 * A chain in an HTTP request: the field `Countersign-Grant`, a byte sequence of RFC 9651.
 *
 * Two ways bind it to the request: a presentation that names the request, or an HTTP signature
 * (RFC 9421) by the holder's key, with the tag {@link signatureTag} and {@link signatureComponents}.
 * `HttpSig.authorize` verifies such a signature and the chain in one step.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type Fields, shape } from '../shape.js'
import { chainText } from './common.js'
import type { ChainInput, Input } from './types.js'

/** Name of the field. */
export const headerName = 'Countersign-Grant'

/** The `tag` of an HTTP signature that binds a chain to its request. */
export const signatureTag = 'countersign-grant'

/** What such a signature covers at least; a body is covered besides, by its digest. */
export const signatureComponents = ['@method', '@target-uri', 'countersign-grant'] as const

/**
 * Writes the field.
 *
 * @example
 * ```ts
 * headers.set(Grant.headerName, Grant.toHeader(chain, { presentation }))
 * ```
 *
 * @throws `ERR_LIMIT_EXCEEDED` over 64 KiB.
 */
export function toHeader(chain: ChainInput, options: toHeader.Options = {}): string {
  const { text } = chainText(chain)
  const { presentation } = readOptions(options)
  return call((engine) => engine.grantToHeader(text, presentation))
}

const readOptions = shape({
  presentation: (value, name) => (value === undefined ? '' : receive(value, name).text),
} satisfies Fields<toHeader.Options>)

export declare namespace toHeader {
  type Options = {
    /** Shows who holds the chain. Default: none, as where an HTTP signature shows it. */
    readonly presentation?: Input
  }
}

/**
 * Reads the field. Nothing of it is verified: `Grant.authorize` does that.
 *
 * @example
 * ```ts
 * const { chain, presentation } = Grant.fromHeader(request.headers.get(Grant.headerName) ?? '')
 * ```
 *
 * @throws `ERR_GRANT_MALFORMED`, `ERR_ENCODING_MALFORMED`, `ERR_LIMIT_EXCEEDED`, a code of JSON.
 */
export function fromHeader(field: string): {
  readonly chain: readonly object[]
  readonly presentation?: object
} {
  const text = check.text(field, 'field')
  return JSON.parse(call((engine) => engine.grantFromHeader(text)))
}
