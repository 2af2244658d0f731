// An identity in its file, and what it signed.

import { Keys, Receipt } from 'countersign'
import { Identity } from 'countersign/identity'

import { did, didDocument, keyid, passphrase, signer } from './common.ts'

export const trust = { document: didDocument }
export const identity = Identity.create({ identity: did, keys: { signing: signer } })
identity.addSlot(Identity.passphraseSlot({ passphrase, memory: 7 * 1024, iterations: 5 }))
export const file = identity.seal()
export const notAfter = new Date(Date.now() + 86_400_000)

const previous = Receipt.issue({ action: 'start', content: null }, signer, {
  actor: did,
  keyId: keyid,
})
export const receipts = [
  previous,
  Receipt.issue({ action: 'tool.call', content: 7 }, signer, {
    actor: did,
    keyId: keyid,
    previous,
  }),
]
export const tip = Receipt.id(receipts[1] as object)
export const notary = Keys.generate('Ed25519')
export const notaryDid = 'did:web:notary.example'
