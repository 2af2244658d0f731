// Run: node examples/vote.ts, with Node 24 or newer after `npm start`
// A vote of eight agents: every ballot is by one of them, nobody learns by whom, and a second one shows.

import assert from 'node:assert/strict'
import { isCountersignError, Keys } from 'countersign'
import { Ring } from 'countersign/ring'

// The roll is public: eight keys that everybody knows.
const agents = Array.from({ length: 8 }, () => Keys.generate('Ed25519'))
const roll = Ring.prepare(
  agents.map(({ publicKey }) => publicKey),
  { scope: 'poll 2026-11: close the books early?' },
)

const ballot = (choice: string) => new TextEncoder().encode(choice)
const cast = agents.map((agent, index) => {
  const message = ballot(index % 3 === 0 ? 'no' : 'yes')
  return { message, signature: roll.sign(message, agent) }
})

// One agent votes again, with another choice.
const second = ballot('no')
cast.push({ message: second, signature: roll.sign(second, agents[1] as (typeof agents)[0]) })

// The count needs no secret: each ballot is proven, and its key image names the voter's ballot, not the voter.
const counted = new Set<string>()
const votes = { yes: 0, no: 0 }
for (const { message, signature } of cast) {
  const { keyImage } = roll.verify({ message, signature })
  const image = keyImage.join()
  if (counted.has(image)) {
    console.log('a second ballot of one voter was found, and left out')
    continue
  }
  counted.add(image)
  votes[new TextDecoder().decode(message) as 'yes' | 'no'] += 1
}
console.log(`yes ${votes.yes}, no ${votes.no}, from a roll of ${agents.length}`)
assert.deepEqual(votes, { yes: 5, no: 3 })

// A changed ballot, and a voter who is not on the roll.
const [first] = cast as [(typeof cast)[0]]
assert.throws(
  () => roll.verify({ message: ballot('perhaps'), signature: first.signature }),
  (error) => isCountersignError(error, 'ERR_RING_SIGNATURE'),
)
const stranger = Keys.generate('Ed25519')
assert.throws(
  () => roll.sign(second, stranger),
  (error) => isCountersignError(error, 'ERR_RING_NOT_MEMBER'),
)

// In another poll nothing links: the scope is part of the image.
const [voter] = agents as [(typeof agents)[0]]
const elsewhere = Ring.deriveKeyImage(voter, { scope: 'poll 2026-12' })
assert.notDeepEqual(elsewhere, Ring.readKeyImage(first.signature))
console.log('the same voter in another poll has another image')

for (const key of [...agents, stranger]) key.close()
roll.close()
