import * as Aid from 'countersign/aid'
import { signer } from '../common.ts'
import { agent } from '../grant.ts'

export { agent, signer }
/** In microseconds. */
export const now = BigInt(Date.now()) * 1000n
export const grantor = Aid.Identity.id(signer.publicKey)
export const text = Aid.Grant.issue(
  {
    capabilities: [{ uri: 'read:*' }],
    constraints: { not_before: now, not_after: now + 3_600_000_000n },
    granted_at: now,
  },
  signer,
  { grantee: agent.publicKey },
)
