/**
 * DIDs of SAGE.
 *
 * @module
 */

import * as check from '../check.js'
import type { Did } from '../did.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, shape, withDefault } from '../shape.js'

/**
 * The `did:sage` of the account that a key owns: secp256k1 on Ethereum, Ed25519 on Solana.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH`; `ERR_DID_METHOD_ID` for a nonce on Solana.
 */
export function fromKey(key: PublicKey, options: fromKey.Options = {}): Did {
  const tagged = keyBytes(key, 'key')
  const { nonce } = readOptions(options)
  return call((engine) => engine.didFromSageKey(tagged, nonce)) as Did
}

const readOptions = shape({
  nonce: withDefault(
    (value, name) => String(typeof value === 'bigint' ? value : check.integer(value, name)),
    '',
  ),
} satisfies Fields<fromKey.Options>)

export declare namespace fromKey {
  type Options = {
    /** Tells the agents of one Ethereum account apart. Default: none. */
    readonly nonce?: bigint | number
  }
}

/**
 * Reads a name that SAGE accepts and `Did.parse` does not, such as `did:sage:ethereum:agent_1`.
 * It proves nothing about whom it names.
 *
 * @throws `ERR_DID_SYNTAX`, `ERR_DID_METHOD_UNEXPECTED`, `ERR_DID_METHOD_ID`.
 */
export function parseLegacy(text: string): Did {
  check.text(text, 'text')
  return call((engine) => engine.didParseSageLegacy(text)) as Did
}
