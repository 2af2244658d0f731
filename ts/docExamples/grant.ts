// A human grants to an agent, which passes a part of it on to a helper.

import { Did, Keys, memoryReplayStore } from 'countersign'
import { Grant } from 'countersign/grant'

export const [human, agent, helper] = [
  Keys.generate('Ed25519'),
  Keys.generate('Ed25519'),
  Keys.generate('Ed25519'),
]
export const [humanDid, did, helperDid] = [
  Did.fromKey(human.publicKey),
  Did.fromKey(agent.publicKey),
  Did.fromKey(helper.publicKey),
]
const expires = new Date(Date.now() + 3_600_000)

export const root = Grant.issue(
  {
    issuer: humanDid,
    subject: did,
    subjectKey: agent.publicKey,
    capabilities: ['read:docs/**'],
    constraints: { expires },
    delegation: 1,
  },
  human,
)
export const grant = root
export const id = Grant.id(root)
export const taken = Grant.acknowledge(grant, agent)
export const chain = [
  root,
  Grant.delegate([root], agent, {
    subject: helperDid,
    subjectKey: helper.publicKey,
    capabilities: ['read:docs/public/*'],
  }),
]
export const trust = { key: human.publicKey }
export const policy = { revocations: [] }
/** The root alone, as it came in. */
export const text = JSON.stringify(root)
export const nonce = crypto.getRandomValues(new Uint8Array(16))
export const presentation = Grant.present(chain, helper, { audience: 'https://api.example', nonce })
export const revocation = Grant.revoke({ revoker: humanDid, grant: id }, human)
export const received = JSON.stringify(revocation)
export const store = Grant.memoryStatusStore()
export const uses = Grant.memoryUseCounter()
export const replay = memoryReplayStore()
export const headers = new Headers()
export const request = new Request('https://api.example/docs/public/a', {
  headers: { [Grant.headerName]: Grant.toHeader(chain, { presentation }) },
})
