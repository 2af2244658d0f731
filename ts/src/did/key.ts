/**
 * DIDs that a key is, or that name a key by its account.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'
import { keyIdOf } from '../signing/named.js'
import type { Did } from './types.js'

/**
 * The `did:key` of a key. ML-DSA keys have one too.
 *
 * @example
 * ```ts
 * const did = Did.fromKey(signer.publicKey)
 * ```
 *
 * @throws as `Keys.publicKey`; `ERR_KEY_NO_CODEC` for a hybrid key: see {@link jwkFromKey}.
 */
export function fromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromKey(tagged)) as Did
}

/**
 * The key that a `did:key` is.
 *
 * @throws `ERR_DID_METHOD_UNEXPECTED` for another method; as `Keys.fromMultikey`.
 */
export function toKey(did: string): PublicKey {
  check.text(did, 'did')
  return fromKeyBytes(call((engine) => engine.didToKey(did)))
}

/**
 * The name of a key in its own document: `did:key:z…#z…`, or `did:jwk:…#0` for a hybrid key, which has no `did:key`.
 *
 * @throws as `Keys.publicKey`.
 */
export function keyId(key: PublicKey): string {
  return keyIdOf(key, 'key')
}

/** The `did:jwk` of a key. Throws as `Keys.publicKey`. */
export function jwkFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromJwk(tagged)) as Did
}

/** The `did:ethr` of a secp256k1 key, on mainnet. Throws `ERR_KEY_TYPE_MISMATCH`. */
export function ethrFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromEthrKey(tagged)) as Did
}

/** The `did:pkh` of a CAIP-10 account, for example `eip155:1:0x…`. Throws `ERR_DID_METHOD_ID`. */
export function pkhFromAccount(account: string): Did {
  check.text(account, 'account')
  return call((engine) => engine.didFromAccount(account)) as Did
}
