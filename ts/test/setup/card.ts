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

/** Another one. */
export const weather: AgentCard = {
  name: 'Weather Agent',
  description: 'Tells the weather',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://weather.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'now', name: 'Now', description: 'The weather now', tags: ['weather'] }],
}

/** One of few bytes. */
export const small: AgentCard = {
  name: 'a',
  description: 'b',
  version: '1',
  supportedInterfaces: [
    { url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'x', name: 'x', description: 'x', tags: ['x'] }],
}
