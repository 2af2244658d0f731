import * as Aid from 'countersign/aid'
import { signer } from '../common.ts'

export const actor = Aid.Identity.id(signer.publicKey)
export const text = Aid.Receipt.issue(signer, {
  action_type: 'Decision',
  action: { description: 'Chose PostgreSQL', references: [] },
  timestamp: 1735689600000000n,
})
export const receipts = [text]
export const trust = { identities: [actor] }
