/**
 * Reads DIDs and DID URLs, and takes them apart.
 *
 * @module
 */

import * as check from '../check.js'
import { didParse } from '../engine/hot/did.js'
import { call } from '../engine/slot.js'
import type { Did } from './types.js'

/** The parts of a DID URL. */
export type DidUrl = {
  readonly did: Did
  /** With its leading `/`, or empty. */
  readonly path: string
  /** Without its `?`. */
  readonly query?: string
  /** Without its `#`. */
  readonly fragment?: string
}

/** The parts of a DID. */
export type Parts = {
  readonly did: Did
  /** The method name, for example `web`. */
  readonly method: string
  /** What follows the method name. */
  readonly id: string
  /** Of `did:web`: where its document is. */
  readonly url?: string
  /** Of `did:sage`. */
  readonly chain?: 'ethereum' | 'solana'
  /** Of `did:sage`: address or key. */
  readonly account?: string
  /** Of `did:sage`: the decimal nonce, if there is one. */
  readonly nonce?: string
}

/**
 * Parses `text` as a DID. Methods in the table above are held to their own rules.
 *
 * @example
 * ```ts
 * Did.parse('did:sage:eth:0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266')
 * // 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
 * ```
 *
 * @param text - The DID alone: no path, query or fragment.
 * @returns Its canonical spelling: aliases replaced, hex addresses and host names in lower case.
 * @throws `ERR_DID_SYNTAX` with the byte index of the fault, `ERR_DID_METHOD_ID`,
 * `ERR_ADDRESS_CHECKSUM`, `ERR_LIMIT_EXCEEDED` over 8,192 bytes.
 */
export function parse(text: string): Did {
  if (typeof text !== 'string') throw check.wrong('text', 'a string', text)
  // What the hot lane leaves undecided is no DID, is long, or has a lone surrogate.
  return call(
    (engine) => didParse(engine.hot, text) ?? engine.didParse(check.text(text, 'text')),
  ) as Did
}

/**
 * Parses a DID URL, such as the name of a key.
 *
 * @throws as {@link parse}.
 */
export function parseUrl(text: string): DidUrl {
  check.text(text, 'text')
  return JSON.parse(call((engine) => engine.didParseUrl(text))) as DidUrl
}

/**
 * The parts of a DID.
 *
 * @throws as {@link parse}.
 */
export function inspect(text: string): Parts {
  check.text(text, 'text')
  return JSON.parse(call((engine) => engine.didInspect(text))) as Parts
}

/** The method name of a parsed DID, for example `web`. */
export function method(did: Did): string {
  return inspect(did).method
}
