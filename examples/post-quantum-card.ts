// Run: node examples/post-quantum-card.ts, with Node 24 or newer after `npm start`
// A card, a receipt and a grant signed by a hybrid key, which holds while Ed25519 or ML-DSA-65 does.

import assert from 'node:assert/strict'
import { Card, Did, isCountersignError, Keys, Receipt } from 'countersign'
import { Grant } from 'countersign/grant'

// Two keys in one: whoever forges a signature has to break both.
const agent = Keys.generate('Ed25519+ML-DSA-65')
const { publicKey } = agent
const did = Did.jwkFromKey(publicKey)
const keyId = `${did}#0`
console.log(`a key of ${publicKey.bytes.length} bytes, named by a did:jwk of ${did.length}`)

const card = Card.sign(
  {
    name: 'Archivist',
    description: 'Keeps contracts for thirty years',
    version: '1.0.0',
    supportedInterfaces: [
      { url: 'https://archive.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'keep', name: 'Keep', description: 'Stores a contract', tags: ['archive'] }],
  },
  agent,
  { kid: keyId },
)
const receipt = Receipt.issue({ action: 'contract.keep', content: { contract: 417 } }, agent)
const helper = Keys.generate('Ed25519')
const grant = Grant.issue(
  {
    issuer: did,
    subject: Did.fromKey(helper.publicKey),
    subjectKey: helper.publicKey,
    capabilities: ['read:contracts/417'],
    constraints: { expires: new Date(Date.now() + 3_600_000) },
  },
  agent,
)
const sent = [card, receipt, grant].map((document) => JSON.stringify(document))

// Another party knows the public key, and nothing else.
const [seenCard = '', seenReceipt = '', seenGrant = ''] = sent
const trust = { keys: [{ id: keyId, key: publicKey }] }
console.log('card of', Card.verify(seenCard, trust).card.name)
Receipt.verify(seenReceipt, { key: publicKey })
const report = Grant.verifyChain(`[${seenGrant}]`, { key: publicKey })
assert.equal(report.signer?.trust, 'trusted')
assert.equal(report.facts.signatures.state, 'ok')
console.log('bytes:', sent.map((text) => text.length).join(', '))

// A letter changed, and nothing of it holds.
assert.throws(
  () => Card.verify(seenCard.replace('thirty', 'twenty'), trust),
  (error) => isCountersignError(error, 'ERR_CARD_SIGNATURE'),
)

// One half is no signature by itself: neither of the message nor of the other half's key.
const message = new TextEncoder().encode('kept')
const signature = agent.sign(message)
const half = { type: 'Ed25519', bytes: publicKey.bytes.slice(-32) } as const
assert(Keys.verify({ publicKey, message, signature }))
assert(!Keys.verify({ publicKey: half, message, signature: signature.slice(-64) }))

agent.close()
helper.close()
