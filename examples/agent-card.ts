// Run: node examples/agent-card.ts, with Node 24 or newer after `npm start`
// An A2A agent card: written, checked, signed twice, verified by a key that the reader trusts.

import assert from 'node:assert/strict'
import { Card, isCountersignError, Keys } from 'countersign'

const card: Card.AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  version: '1.4.0',
  supportedInterfaces: [
    { url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: [
    {
      id: 'close-month',
      name: 'Close a month',
      description: 'Balances the accounts',
      tags: ['accounting'],
    },
  ],
}
assert.deepEqual(Card.validate(card).problems, [])

// One key signs today, the next one as well: a reader may trust either.
const today = Keys.generate('Ed25519')
const next = Keys.generate('P-256')
const kid = (name: string) => `did:web:ledger.example#${name}`
const once = Card.sign(card, today, { kid: kid('key-1') })
const served = JSON.stringify(Card.sign(once, next, { kid: kid('key-2') }))
console.log(served)

// The reader starts from a key that it got elsewhere, never from the card.
const trust = { keys: [{ id: kid('key-1'), key: today.publicKey }] }
const proven = Card.verify(served, trust)
console.log(
  `${proven.card.name} is signed by ${proven.signer.id} (${proven.signer.trust}), nothing uncovered:`,
  proven.uncovered,
)

// One changed letter, and there is nothing to read.
const forged = served.replace('small shop', 'large shop')
assert.throws(
  () => Card.verify(forged, trust),
  (error) => isCountersignError(error, 'ERR_CARD_SIGNATURE'),
)

// A key that nobody told us about proves nothing, however well it signs.
const stranger = Keys.generate('Ed25519')
const impostor = JSON.stringify(Card.sign(card, stranger, { kid: kid('key-1') }))
assert.throws(
  () => Card.verify(impostor, trust),
  (error) => isCountersignError(error, 'ERR_CARD_SIGNATURE'),
)

for (const signer of [today, next, stranger]) signer.close()
