// Run: node examples/external-signer.ts, with Node 24 or newer after `npm start`
// Keys that never enter this package: WebCrypto's, and any service that signs.

import assert from 'node:assert/strict'
import { Card, isCountersignError, Keys } from 'countersign'

// A key that no JavaScript can read, not even ours.
const pair = (await crypto.subtle.generateKey('Ed25519', false, [
  'sign',
  'verify',
])) as CryptoKeyPair
const webCrypto = await Keys.fromCryptoKey(pair)

const card: Card.AgentCard = {
  name: 'Notary',
  description: 'Countersigns what it has read',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://notary.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'sign', name: 'Sign', description: 'Signs a text', tags: ['signature'] }],
}

// The same call as with a local signer; it gives a promise, and the types say so.
const signed = await Card.sign(card, webCrypto, { kid: 'notary-1' })
const proven = Card.verify(JSON.stringify(signed), {
  keys: [{ id: 'notary-1', key: webCrypto.publicKey }],
})
console.log(`${proven.card.name}: signed by a key that cannot be exported`)

// Any object with a key and a `sign` is a signer. What it gives is checked before it is used.
const inVault = Keys.generate('P-256')
const service: Keys.Signer = {
  publicKey: inVault.publicKey,
  algorithm: 'ecdsa-p256-sha256',
  sign: async (message) => inVault.sign(message),
}
await Card.sign(card, service, { kid: 'notary-2' })

const broken: Keys.Signer = { ...service, sign: async () => new Uint8Array(64).fill(1) }
await assert.rejects(
  async () => Card.sign(card, broken, { kid: 'notary-2' }),
  (error) => isCountersignError(error, 'ERR_SIGNER_INVALID'),
)
inVault.close()
