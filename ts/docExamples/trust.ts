import { Keys, Receipt } from 'countersign'

import { did, keyid, signer } from './common.ts'

export { bytes as card, document } from './card.ts'
export const pinned = signer.publicKey
export const notary = Keys.generate('Ed25519').publicKey
export const receipt = Receipt.issue({ action: 'tool.call', content: 7 }, signer, {
  actor: did,
  keyId: keyid,
})
