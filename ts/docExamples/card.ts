import { Card } from 'countersign'

import { didDocument, keyid, signer } from './common.ts'

export const card: Card.AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close a month', description: 'Balances it', tags: ['books'] }],
}
/** As it is served. */
export const bytes = new TextEncoder().encode(
  JSON.stringify(Card.sign(card, signer, { kid: keyid })),
)
export const document = didDocument
