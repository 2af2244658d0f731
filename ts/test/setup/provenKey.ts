// What the tests of proven keys have signed, and by whom.

import { Keys } from '../../src/subpath/all.js'

export const key = (fill: number): Keys.LocalSigner =>
  Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
export const signer: Keys.LocalSigner = key(1)
export const notary: Keys.LocalSigner = key(2)
export const child: Keys.LocalSigner = key(3)
export const agreement: Keys.LocalAgreement = Keys.fromSecret('X25519', new Uint8Array(32).fill(4))
export const now: Date = new Date(1_760_000_000_000)
export const did = 'did:web:agent.example'
export const id: 'did:web:agent.example#key-1' = `${did}#key-1`
export const entry: {
  id: string
  controller: string
  key: Keys.PublicKey
} = { id, controller: did, key: signer.publicKey }
export const witness = 'did:web:notary.example'
export const seen: {
  id: string
  controller: string
  key: Keys.PublicKey
} = { id: `${witness}#key-1`, controller: witness, key: notary.publicKey }
export const trust: {
  keys: {
    id: string
    controller: string
    key: Keys.PublicKey
  }[]
} = { keys: [entry, seen] }
export const shape = (
  by: Keys.LocalSigner,
  more: object,
): {
  publicKeyMultibase: string
  type: string
  trust: string
} => ({
  publicKeyMultibase: Keys.toMultikey(by.publicKey),
  type: 'Ed25519',
  trust: 'trusted',
  ...more,
})
export const own: {
  publicKeyMultibase: string
  type: string
  trust: string
} = shape(signer, { id, controller: did })
export const request = {
  kind: 'request',
  method: 'GET',
  url: 'https://a.example/',
  headers: [],
} as const
