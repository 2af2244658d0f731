import * as Aid from 'countersign/aid'
import { signer } from '../common.ts'

export const actor = Aid.Identity.id(signer.publicKey)
export const text = Aid.Receipt.issue(
  {
    action_type: 'Decision',
    action: { description: 'Chose PostgreSQL', references: [] },
    timestamp: 1735689600000000n,
  },
  signer,
)
export const receipts = [text]
export const trust = { identities: [actor] }
