// Run: node examples/delegation.ts, with Node 24 or newer after `npm start`
// A human lets an agent act, the agent lets a helper do a part of it, and the human takes it back.

import assert from 'node:assert/strict'
import { Did, isCountersignError, Keys, memoryReplayStore, requireFacts } from 'countersign'
import { Grant } from 'countersign/grant'

const [human, agent, helper] = ['Ed25519', 'P-256', 'Ed25519'].map((type) => {
  const signer = Keys.generate(type as 'Ed25519')
  return { signer, did: Did.fromKey(signer.publicKey) }
})
assert(human && agent && helper)
const inAnHour = new Date(Date.now() + 3_600_000)

// The human grants, with a limit on what may be passed on.
const root = Grant.issue(
  {
    issuer: human.did,
    subject: agent.did,
    subjectKey: agent.signer.publicKey,
    capabilities: ['read:calendar/**', 'write:calendar/drafts/*'],
    constraints: { expires: inAnHour, uses: 3, audience: ['https://calendar.example'] },
    delegation: 1,
  },
  human.signer,
)
console.log('human to agent  ', root.capabilities.join(', '))
Grant.verifyAcknowledgement(Grant.acknowledge(root, agent.signer), root)

// The agent passes a part of it on. More than it has is refused before it is signed.
const part = { subject: helper.did, subjectKey: helper.signer.publicKey }
assert.throws(
  () => Grant.delegate([root], agent.signer, { ...part, capabilities: ['write:calendar/**'] }),
  (error) => isCountersignError(error, 'ERR_GRANT_WIDENED'),
)
const link = Grant.delegate([root], agent.signer, {
  ...part,
  capabilities: ['read:calendar/today'],
})
const chain = [root, link]
console.log('agent to helper ', link.capabilities.join(', '), JSON.stringify(link.constraints))

// The helper asks the calendar, in one HTTP request.
const request = { method: 'GET', url: 'https://calendar.example/today' }
const ask = () => {
  const presentation = Grant.present(chain, helper.signer, {
    audience: 'https://calendar.example',
    request,
  })
  return Grant.toHeader(chain, { presentation })
}

// The calendar trusts the human, and nobody else. It remembers nonces, uses and revocations.
const trust = { key: human.signer.publicKey }
const replay = memoryReplayStore()
const uses = Grant.memoryUseCounter()
const store = Grant.memoryStatusStore()
const answer = async (field: string, capability: string) => {
  const { chain, presentation } = Grant.fromHeader(field)
  assert(presentation)
  return Grant.authorizeOnce(chain, trust, {
    capability,
    audience: 'https://calendar.example',
    presentation,
    request,
    replay,
    uses,
    store,
  })
}

const field = ask()
console.log(Grant.headerName, `${field.slice(0, 24)}… ${field.length} characters`)
const allowed = requireFacts(await answer(field, 'read:calendar/today'))
console.log('allowed to      ', allowed.links.at(-1)?.subject)

const refusal = async (field: string, capability: string) => {
  const report = await answer(field, capability)
  try {
    requireFacts(report)
  } catch (error) {
    if (isCountersignError(error)) return error.code
  }
  return 'allowed'
}
assert.equal(await refusal(field, 'read:calendar/today'), 'ERR_REPLAY')
assert.equal(await refusal(ask(), 'read:calendar/tomorrow'), 'ERR_GRANT_CAPABILITY')

// The human takes the agent's grant back, and the helper's falls with it.
const revocation = Grant.revoke(
  { revoker: human.did, grant: Grant.id(root), reason: 'the task is done' },
  human.signer,
)
store.add(revocation, trust, { chain })
assert.equal(await refusal(ask(), 'read:calendar/today'), 'ERR_GRANT_REVOKED')
console.log('after revocation', await refusal(ask(), 'read:calendar/today'))

// A revocation by anybody else counts for nothing, and no store takes it in.
const strange = Grant.revoke({ revoker: helper.did, grant: Grant.id(root) }, helper.signer)
assert.throws(
  () => store.add(strange, trust, { chain }),
  (error) => isCountersignError(error, 'ERR_GRANT_REVOKER'),
)
