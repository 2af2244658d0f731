// Values for the names that examples of many files use.

import { Did, Keys } from 'countersign'

import { documentOf } from './documents.ts'

export * as Aid from 'countersign/aid'
export * as RingGo from 'countersign/ring-go'
export * as Sage from 'countersign/sage'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The key of RFC 8037, appendix A, so that what examples show of it can be looked up. */
export const signer = Keys.fromSecret(
  'Ed25519',
  Uint8Array.from(Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url')),
)
export const did = 'did:web:agent.example'
export const keyid = `${did}#key-1`
export const publicKey = signer.publicKey
export const didDocument = documentOf(did, publicKey)
export const trust = { document: didDocument }
export const message = utf8('hello')
export const passphrase = utf8('correct horse battery staple')
export const resolver = Did.resolver({ methods: { web: () => didDocument } })
