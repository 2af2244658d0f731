import { Grant, Identity } from 'countersign'
import { signer } from '../common.ts'
import { agent } from '../grant.ts'

export { agent, signer }
/** In microseconds. */
export const now = BigInt(Date.now()) * 1000n
export const grantor = Identity.aid.id(signer.publicKey)
export const text = Grant.aid.issue(signer, agent.publicKey, {
  capabilities: [{ uri: 'read:*' }],
  constraints: { not_before: now, not_after: now + 3_600_000_000n },
  granted_at: now,
})
