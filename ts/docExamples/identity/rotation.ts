// An identity that is two days old, and changes its key now.

import { Keys, Receipt } from 'countersign'
import { Identity } from 'countersign/identity'

export const [signer, newSigner] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
export const oldSigner = signer
const day = 86_400_000
export const history = Identity.start(signer, { now: new Date(Date.now() - 2 * day) })
export const { id } = Identity.readHistory(history)
export const known = Identity.readHistory(history)
/** When the receipts were signed, with the first key. */
export const signedAt = new Date(Date.now() - day)
export const receipt = Receipt.issue({ action: 'tool.call', content: 7 }, signer, {
  actor: id,
  keyId: `${id}#key`,
  now: signedAt,
})
export const receipts = [receipt]
export const text = Identity.rotate(history, oldSigner, newSigner)
