// Run: node examples/track-record.ts, with Node 24 or newer after `npm start`
// An agent shows that it was there all day, and how good it is; a failure that it hides is missed.

import assert from 'node:assert/strict'
import { isCountersignError, Keys, Receipt, requireFacts } from 'countersign'
import { Identity } from 'countersign/identity'

const { continuity, competence } = Identity
const [agent, notary, reviewer] = ['agent', 'notary', 'reviewer'].map((name) => {
  const signer = Keys.generate('Ed25519')
  const did = `did:web:${name}.example`
  return { signer, did, keyId: `${did}#key-1`, key: { id: `${did}#key-1`, key: signer.publicKey } }
}) as [Party, Party, Party]
type Party = {
  signer: Keys.LocalSigner
  did: string
  keyId: string
  key: { id: string; key: Keys.PublicKey }
}
const trust = { keys: [agent.key, notary.key, reviewer.key] }
const as = ({ did, keyId }: Party) => ({ actor: did, keyId })
const start = Date.UTC(2026, 10, 2, 8)
const clock = (minutes: number) => new Date(start + minutes * 60_000)

// Every hour the agent tries something and says how it went. Every receipt is in its one chain. A notary,
// with a clock of its own, signs that it saw the receipt; the heartbeat that follows names that.
const outcomes = ['success', 'success', 'failure', 'success'] as const
const chain: Receipt.Receipt[] = []
const validations: Receipt.Receipt[] = []
for (const [hour, outcome] of outcomes.entries()) {
  const now = clock(hour * 60)
  const last = chain.at(-1)
  const place = { ...as(agent), now, ...(last && { previous: last }) }
  const tried = competence.attempt({ domain: 'deploy:web/staging', outcome }, agent.signer, place)
  const seen = { now, witness: notary.did, keyId: notary.keyId }
  const anchored = Receipt.countersign(tried, notary.signer, trust, seen)
  const beat = continuity.heartbeat({ acknowledges: [anchored] }, agent.signer, {
    ...as(agent),
    now: clock(hour * 60 + 30),
    previous: anchored,
  })
  chain.push(
    anchored,
    Receipt.countersign(beat, notary.signer, trust, { ...seen, now: clock(hour * 60 + 30) }),
  )
  // Somebody else looks at the work, and says the same in a chain of its own.
  if (hour > 0)
    validations.push(
      competence.validate(tried, reviewer.signer, trust, { outcome, ...as(reviewer), now }),
    )
}

// A verifier with the receipts and nothing else: no silence of more than half an hour, nothing written
// into the past, nothing prepared.
const now = clock(240)
const bounds = { maxSilence: 1800, maxLag: 60, maxLead: 3600 }
const there = continuity.verify(chain, trust, { now, ...bounds })
requireFacts(there, { unchecked: ['completeness'] })
console.log(
  `there all the time: ${there.anchored} anchors, longest silence ${there.longestSilence / 60_000} min`,
)

const asked = { now, domain: 'deploy:**', until: clock(210) }
const facts = competence.verify({ receipts: chain, validations }, trust, asked)
requireFacts(facts)
const { reported, validated } = facts
console.log(
  `it says ${reported.rate} ppm of ${reported.attempts}; others say ${validated.rate} of ${validated.attempts}`,
)
assert.deepEqual([reported.rate, validated.rate], [750_000, 666_666])

// Without the failure it would look better. But the chain shows that something is gone.
const better = chain.filter((_, index) => index !== 4)
const hidden = competence.verify({ receipts: better, validations }, trust, asked)
assert.equal(hidden.reported.rate, 1_000_000)
assert.throws(
  () => requireFacts(hidden),
  (error) => isCountersignError(error, 'ERR_RECEIPT_PREVIOUS'),
)
console.log('the failure that was left out is missed')

// And what the agent says of itself is not what others say.
assert.throws(
  () =>
    competence.validate(chain[0] as object, agent.signer, trust, {
      outcome: 'success',
      ...as(agent),
    }),
  (error) => isCountersignError(error, 'ERR_COMPETENCE_SELF'),
)
console.log('its own praise counts for nothing')

for (const { signer } of [agent, notary, reviewer]) signer.close()
