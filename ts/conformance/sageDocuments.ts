/**
 * The public API for SAGE's documents in the forms that vectors need.
 *
 * @module
 */

import { type Api, Mismatch } from './case.js'
import { type PublicKey, withSecret } from './subject.js'

type Row = Record<string, unknown>

/** A key as SAGE stores it: the number of its type, and bytes. */
export type PopKey = { readonly type: number; readonly data: Uint8Array }

const names = ['ECDSA', 'Ed25519', 'X25519'] as const

/** A type that has no name is passed on as it is, to be refused. */
function stored({ type, data }: PopKey): { type: 'Ed25519'; data: Uint8Array } {
  return { type: (names[type] ?? String(type)) as 'Ed25519', data }
}

export function popProve(api: Api, did: string, key: PopKey, secret: Uint8Array): Uint8Array {
  const type = ({ 0: 'secp256k1', 1: 'Ed25519', 2: 'X25519' } as const)[key.type as 0]
  return withSecret(api, type, secret, (signer) => api.Sage.Pop.prove(stored(key), signer, { did }))
}

export function popVerify(api: Api, did: string, key: PopKey, proof: Uint8Array): void {
  const type = (['secp256k1', 'ed25519', 'x25519'] as const)[key.type as 0]
  const trust = { key: api.Sage.Keys.unmarshal(key.data, type) }
  api.Sage.Pop.verify(proof, trust, { did, stored: stored(key) })
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
  return api.Sage.Pop.verifyAll({ did, keys }).facts.proofs.state === 'ok'
}

type Converted = { readonly metadata: Row; readonly lost: readonly string[] }

export function metadataToV4(api: Api, v1: string, allowLoss: boolean): Converted {
  return converted(api.Sage.Metadata.toV4(v1, { allowLoss }))
}

export function metadataToV1(api: Api, v4: string, allowLoss: boolean): Converted {
  return converted(api.Sage.Metadata.toV1(v4, { allowLoss }))
}

function converted(outcome: { metadata: object; lost: readonly { path: string }[] }): Converted {
  return { metadata: outcome.metadata as Row, lost: outcome.lost.map(({ path }) => path) }
}

export function cardGenerate(api: Api, metadata: string): string {
  return JSON.stringify(api.Sage.Card.generate(metadata))
}

export function cardCanonical(api: Api, card: string): string {
  return api.Sage.Card.canonicalize(card)
}

export function cardValidate(api: Api, card: string): void {
  api.Sage.Card.validate(card)
}

export type SigningKey = { readonly type: 'Ed25519' | 'secp256k1'; readonly secret: Uint8Array }

export function cardSign(api: Api, card: string, key: SigningKey, created: string): string {
  return withSecret(api, key.type, key.secret, (signer) =>
    JSON.stringify(api.Sage.Card.sign(card, signer, { created: new Date(created) })),
  )
}

/** A key that somebody vouches for. */
export type Vouched = { readonly id: string; readonly did: string; readonly key: PublicKey }

/** Verifies a card, and gives what its signature does not cover. */
export function cardVerify(api: Api, card: string, trust: readonly Vouched[]): readonly string[] {
  const keys = trust.map(({ id, did, key }) => ({ id, controller: did, key }))
  const { signer, uncovered } = api.Sage.Card.verify(card, { keys })
  if (signer.trust !== 'trusted') throw new Mismatch(`trust is ${signer.trust}`)
  return uncovered
}

/** Merges a card into metadata; `all` allows another DID and no proof. */
export function cardMerge(api: Api, card: string, metadata: string, all: boolean): Row {
  const options = { allowForeignId: all, allowUnproven: all }
  return api.Sage.Card.merge(card, metadata, options).metadata as unknown as Row
}
