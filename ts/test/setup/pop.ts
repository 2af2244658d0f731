// Proofs of possession of the vectors, and what their tests share.

import { Encoding, type Keys } from '../../src/subpath/all.js'

export { refusal as code, utf8 } from './help.js'

export const hex: (text: string) => Uint8Array = Encoding.hex.decode
export const toHex: (bytes: Uint8Array) => string = Encoding.hex.encode
export const did = 'did:web:agent.example'
export const audience = 'https://registry.example'
export const now: Date = new Date(1_760_000_000_000)
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
/** A trust input of the keys of signers, in their order. */
export const listed = (
  ...signers: readonly { readonly publicKey: Keys.PublicKey }[]
): {
  keys: {
    key: Keys.PublicKey
  }[]
} => ({
  keys: signers.map(({ publicKey: key }) => ({ key })),
})
/** A case of the vectors as a bag of values. */
export type Case = Readonly<Record<string, unknown>> & { readonly ours?: { verdict: string } }
export const text = (row: Case, name: string): string => row[name] as string
