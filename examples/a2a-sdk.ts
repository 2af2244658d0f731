// Run: node examples/a2a-sdk.ts, with Node 24 or newer after `npm start`
// A server and a client of `@a2a-js/sdk`: the server signs its card, the client accepts no other.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { AgentCard, type Message } from '@a2a-js/sdk'
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
} from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import { Card, isCountersignError, Keys } from 'countersign'
import { a2aCardFetch, a2aCardSigner, a2aCardVerifier } from 'countersign/adapters/a2a'
import express from 'express'

const signer = Keys.generate('Ed25519')
const kid = 'did:web:ledger.example#key-1'

const app = express()
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const card: Card.AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  version: '1.0.0',
  supportedInterfaces: [
    { url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  // The SDK has a value for whatever is left out; nothing of that is signed.
  capabilities: { extendedAgentCard: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close a month', description: 'Balances it', tags: ['books'] }],
}

const executor: AgentExecutor = {
  async execute(context, bus) {
    const reply = { messageId: '2', role: 2, parts: [], contextId: context.contextId }
    bus.publish(AgentEvent.message(reply as unknown as Message))
    bus.finished()
  },
  async cancelTask() {},
}
const none = undefined
const signCard = a2aCardSigner(signer, { kid })
// What the server shows to those who it knows. Here everybody is known.
const extended = {
  ...card,
  description: 'Keeps the books of a small shop, also those of last year',
}
const handler = new DefaultRequestHandler(
  card as unknown as AgentCard,
  new InMemoryTaskStore(),
  executor,
  none,
  none,
  none,
  async () => extended as unknown as AgentCard,
  signCard,
)
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }))
app.use(
  '/a2a',
  jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }),
)

const trustOf = (key: Keys.PublicKey) => ({ keys: [{ id: kid, key }] })

/** A client that trusts one key. */
function clientOf(key: Keys.PublicKey) {
  const fetchImpl = a2aCardFetch(trustOf(key))
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl })
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { cardResolver })
  return new ClientFactory(options).createFromUrl(origin)
}

const client = await clientOf(signer.publicKey)
// The client fetches the extended card by itself, and has it verified.
const toJSON = AgentCard.toJSON
const proven = await client.getAgentCard(
  undefined,
  a2aCardVerifier(trustOf(signer.publicKey), { toJSON }),
)
assert.equal(proven.description, extended.description)
console.log(`${proven.name}: both cards are signed by a key that the client trusts`)

// A card that another key signed is none.
await assert.rejects(
  () => clientOf(Keys.generate('Ed25519').publicKey),
  (error) => isCountersignError(error),
)

// Nor is an extended card.
const other = a2aCardVerifier(trustOf(Keys.generate('Ed25519').publicKey), { toJSON })
await assert.rejects(
  () => client.getAgentCard(undefined, other),
  (error) => isCountersignError(error, 'ERR_CARD_SIGNATURE'),
)

// A card of 0.3 has no signed form. The error says what to do, and that works.
const old = {
  name: 'Ledger',
  description: 'Keeps the books',
  version: '1.0.0',
  protocolVersion: '0.3.0',
  url: `${origin}/a2a`,
  preferredTransport: 'JSONRPC',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
}
await assert.rejects(
  () => signCard(old),
  (error) =>
    isCountersignError(error, 'ERR_CARD_FORM_UNSPECIFIED') && /Card\.upgrade/.test(error.message),
)
const upgraded = await signCard(Card.upgrade(JSON.stringify(old)).card)
console.log(`${upgraded.name}: upgraded from 0.3, then signed`)

server.close()
server.closeAllConnections()
signer.close()
