// The receipts of an agent, and those who look at them.

import { Keys, Receipt } from 'countersign'

import { didDocument, signer } from './common.ts'

export const actor = 'did:web:agent.example'
export const keyId = `${actor}#key-1`
export const oldSigner = signer
export const [newSigner, notary, archive] = [
  Keys.generate('Ed25519'),
  Keys.generate('Ed25519'),
  Keys.generate('Ed25519'),
]
export const document = didDocument
export const trust = { document }

const first = Receipt.issue({ action: 'tool.call', content: { tool: 'search' } }, signer, {
  actor,
  keyId,
})
export const receipts = [
  first,
  Receipt.issue({ action: 'tool.call', content: 7 }, signer, { actor, keyId, previous: first }),
]
export const receipt = first
export const previous = receipts[1] as Receipt.Receipt
export const tip = Receipt.id(previous)
export const texts = receipts.map((receipt) => JSON.stringify(receipt))
export const lines = texts
export const stream = {
  async *[Symbol.asyncIterator]() {
    yield* texts
  },
}
export const text = JSON.stringify(first)
export const yesterday = new Date(Date.now() - 86_400_000)
export const ring = [signer.publicKey, newSigner.publicKey, notary.publicKey]
export const jws = Receipt.toJws(first, signer)
