import { Identity, Receipt } from 'countersign'

import { signer } from '../common.ts'

export const actor = Identity.aid.id(signer.publicKey)
export const text = Receipt.aid.issue(signer, {
  action_type: 'Decision',
  action: { description: 'Chose PostgreSQL', references: [] },
  timestamp: 1735689600000000n,
})
export const receipts = [text]
export const trust = { identities: [actor] }
