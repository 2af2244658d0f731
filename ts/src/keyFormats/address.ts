/**
 * Ethereum addresses of secp256k1 keys, with the checksum of EIP-55.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'

/**
 * The Ethereum address of a secp256k1 key, with its checksum.
 *
 * @example
 * ```ts
 * Keys.toEthereumAddress(signer.publicKey) // '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
 * ```
 *
 * @throws `ERR_KEY_TYPE_MISMATCH` for a key of another type.
 */
export function toEthereumAddress(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.ethereumAddress(bytes))
}

/**
 * Reads an Ethereum address, and writes it with its checksum.
 *
 * @example
 * ```ts
 * Keys.parseEthereumAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
 * // '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
 * ```
 *
 * @throws `ERR_ADDRESS_MALFORMED` unless `0x` and 40 hex digits; `ERR_ADDRESS_CHECKSUM` for mixed case
 * that is not the checksum.
 */
export function parseEthereumAddress(text: string): string {
  const checked = check.text(text, 'text')
  return call((engine) => engine.ethereumChecksum(checked))
}
