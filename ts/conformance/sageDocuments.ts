/**
 * The public API for SAGE's documents in the forms that vectors need.
 *
 * @module
 */

import type { Api } from './case.js'
import { withSecret } from './subject.js'

/** A key as SAGE stores it: the number of its type, and bytes. */
export type PopKey = { readonly type: number; readonly data: Uint8Array }

const names = ['ECDSA', 'Ed25519', 'X25519'] as const

/** A type that has no name is passed on as it is, to be refused. */
function stored({ type, data }: PopKey): { type: 'Ed25519'; data: Uint8Array } {
  return { type: (names[type] ?? String(type)) as 'Ed25519', data }
}

export function popProve(api: Api, did: string, key: PopKey, secret: Uint8Array): Uint8Array {
  const type = ({ 0: 'secp256k1', 1: 'Ed25519', 2: 'X25519' } as const)[key.type as 0]
  return withSecret(api, type, secret, (signer) =>
    api.Pop.sage.prove(signer, { did, key: stored(key) }),
  )
}

export function popVerify(api: Api, did: string, key: PopKey, proof: Uint8Array): void {
  api.Pop.sage.verify(proof, { did, key: stored(key) })
}

/** Whether every key of a set that can be proven is, and there is one. */
export function popVerifyAll(
  api: Api,
  did: string,
  set: readonly { readonly key: PopKey; readonly proof: Uint8Array }[],
): boolean {
  const keys = set.map(({ key, proof }) => ({
    type: key.type,
    key_data: Buffer.from(key.data).toString('base64'),
    signature: proof.length === 0 ? null : Buffer.from(proof).toString('base64'),
    verified: false,
    created_at: '2025-01-01T00:00:00Z',
  }))
  return api.Pop.sage.verifyAll({ did, keys }).ok
}
