// What each signer must do.

import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'

import { Card, isCountersignError, Jws, Keys } from 'countersign'
import { HttpSig } from 'countersign/http'

import { line } from '../stores/report.js'

const card: Card.AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close a month', description: 'Balances it', tags: ['books'] }],
}
const kid = 'did:web:ledger.example#service'

/** Signs a card, a JWS, a request and bytes with a key of a service; prints a line. */
export function prove(
  service: string,
  type: Keys.KeyType,
  make: () => Promise<Keys.Signer>,
): Promise<void> {
  return line(service, type, async () => {
    const signer = await make()
    assert.equal(signer.publicKey.type, type)
    await bytes(signer)
    await documents(signer)
    await request(signer)
    return { signed: 4 }
  })
}

/** Node verifies what the service signed, as it came: the adapter gives raw bytes. */
async function bytes(signer: Keys.Signer): Promise<void> {
  const messages = [1, 32, 4000].map((length) => new Uint8Array(length).fill(7))
  // At once: an adapter must not mix what it signs.
  const signatures = await Promise.all(messages.map((message) => signer.sign(message)))
  const key = createPublicKey(Keys.toPem(signer.publicKey))
  const hash = signer.algorithm === 'ed25519' ? null : 'sha256'
  for (const [index, signature] of signatures.entries()) {
    assert.equal(signature.length, 64)
    const claim = [messages[index] as Uint8Array, { key, dsaEncoding: 'ieee-p1363' }] as const
    assert(verify(hash, ...claim, signature))
  }
}

async function documents(signer: Keys.Signer): Promise<void> {
  const trust = { keys: [{ id: kid, key: signer.publicKey }] }
  const signed = await Card.sign(card, signer, { kid })
  assert.equal(Card.verify(JSON.stringify(signed), trust).signer.trust, 'trusted')

  const jws = await Jws.sign(new TextEncoder().encode('text'), signer, { header: { kid } })
  assert.equal(new TextDecoder().decode(Jws.verify(jws, trust).payload), 'text')
}

async function request(signer: Keys.Signer): Promise<void> {
  const plain = new Request('https://ledger.example/close', { method: 'POST', body: '{}' })
  const signed = await HttpSig.sign(plain, signer, { keyid: kid })
  const trust = { keys: [{ id: kid, key: signer.publicKey }] }
  const verified = await HttpSig.verify(signed, trust, { origin: 'https://ledger.example' })
  assert.equal(verified.signer?.trust, 'trusted')
}

/** A key or service that signs nothing, and how the adapter says so. */
export function refuse(
  service: string,
  what: string,
  code: string,
  make: () => Promise<unknown>,
): Promise<void> {
  return line(service, what, async () => {
    await assert.rejects(make, (error) => {
      assert(isCountersignError(error), String(error))
      assert.equal(error.code, code)
      return true
    })
    return { note: code }
  })
}
