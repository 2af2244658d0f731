import type { AgentCard } from '../../src/card.js'

/** A card that is valid, and that every reading takes alike. */
export const ledger: AgentCard = {
  name: 'Ledger',
  description: 'Keeps the books',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close a month', description: 'Balances it', tags: ['books'] }],
}
