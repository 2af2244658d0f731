// Run: node examples/spawn.ts, with Node 24 or newer after `npm start`
// An agent makes two children for a task, each with a bounded life. One of them makes a child of its
// own. When the agent ends one child, everything below it ends too, and the other lives on.

import assert from 'node:assert/strict'
import { Did, isCountersignError, Keys, requireFacts } from 'countersign'
import { Grant } from 'countersign/grant'
import { Identity } from 'countersign/identity'

type Party = { signer: Keys.LocalSigner; did: string }
type Life = { spawn: Identity.spawn.Spawn; acceptance: Identity.spawn.Acceptance }

const party = (): Party => {
  const signer = Keys.generate('Ed25519')
  return { signer, did: Did.fromKey(signer.publicKey) }
}
const [agent, reader, writer, helper] = [party(), party(), party(), party()]
const inAnHour = new Date(Date.now() + 3_600_000)

// The agent says who a child is and what it may ever be given. The child signs with a key of its own.
const make = (child: Party, number: number, ceiling: string[]): Life => {
  const life = {
    parent: agent.did,
    child: child.did,
    childKey: child.signer.publicKey,
    purpose: 'prepare the release notes',
    ceiling,
    expires: inAnHour,
    number,
    depth: 1,
    children: 1,
  }
  const spawn = Identity.spawn.issue(life, agent.signer)
  return { spawn, acceptance: Identity.spawn.accept(spawn, child.signer) }
}
const reading = make(reader, 0, ['read:docs/**'])
const writing = make(writer, 1, ['read:docs/**', 'write:docs/drafts/*'])

// A child may have one child here, and can give it no more than it has.
const below = {
  child: helper.did,
  childKey: helper.signer.publicKey,
  purpose: 'check the spelling',
  expires: inAnHour,
  number: 0,
}
assert.throws(
  () => Identity.spawn.issue({ ...below, above: [writing], ceiling: ['read:**'] }, writer.signer),
  (error) => isCountersignError(error, 'ERR_SPAWN_WIDENED'),
)
const helping = Identity.spawn.issue(
  { ...below, above: [writing], ceiling: ['read:docs/drafts/*'] },
  writer.signer,
)
const line = [
  writing,
  { spawn: helping, acceptance: Identity.spawn.accept(helping, helper.signer) },
]

// Authority is a grant, and holds inside the bounds of the life.
const grant = Grant.issue(
  {
    issuer: agent.did,
    subject: writer.did,
    subjectKey: writer.signer.publicKey,
    capabilities: ['write:docs/drafts/*'],
    constraints: { expires: inAnHour },
  },
  agent.signer,
)

// A verifier trusts the agent, and knows what has ended.
const ends: Identity.spawn.Termination[] = []
const trust = { key: agent.signer.publicKey }
const state = (lineage: readonly Identity.spawn.Generation[]) => {
  const report = Identity.spawn.verifyLineage(lineage, trust, { ends })
  try {
    requireFacts(report)
    return 'lives'
  } catch (error) {
    assert(isCountersignError(error))
    return error.code
  }
}
const show = (when: string) => {
  const all = { reader: state([reading]), writer: state([writing]), helper: state(line) }
  for (const [who, how] of Object.entries(all)) console.log(when, who.padEnd(7), how)
  return all
}
const before = show('before')
assert.deepEqual(before, { reader: 'lives', writer: 'lives', helper: 'lives' })
const { facts } = Identity.spawn.verifyLineage([writing], trust, {
  ends,
  grants: [grant],
  revocations: [],
})
assert.equal(facts.authority?.state, 'ok')

// The agent ends the writer. The helper hangs on it.
ends.push(Identity.spawn.terminate(writing.spawn, agent.signer, { terminator: agent.did }))
const ended = 'ERR_SPAWN_TERMINATED'
assert.deepEqual(show('after '), { reader: 'lives', writer: ended, helper: ended })

// What the reader can never be given in this family, whatever the agent signs later.
const proof = Identity.negative.excludeByLineage([reading], trust, { capability: 'write:docs/**' })
requireFacts(proof)
console.log('reader cannot', proof.capability, '- open:', proof.unproven.join(', '))
