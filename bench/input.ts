/**
 * Inputs that every run and every engine shares.
 *
 * @module
 */

import type { Card } from 'countersign'

/** `length` bytes that do not repeat soon. */
export function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 167 + 13) & 0xff)
}

/** A secret key of 32 bytes that is a valid scalar on every curve. */
export function secret(number: number): Uint8Array {
  return new Uint8Array(32).fill(number)
}

const skill = (number: number): Card.AgentSkill => ({
  id: `skill-${number}`,
  name: `Skill ${number}`,
  description: 'Answers one kind of question, and says so when it is asked another',
  tags: ['question', 'answer'],
  examples: ['What does the contract say about notice?'],
})

/** An A2A card of about 2 KB. */
export const card: Card.AgentCard = {
  name: 'Bench agent',
  description: 'An agent whose card is measured',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  provider: { url: 'https://example.com', organization: 'Example' },
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json'],
  skills: Array.from({ length: 7 }, (_, index) => skill(index)),
}

/** Messages of `length` bytes, none of which comes twice. One buffer: use each before the next. */
export function fresh(length: number): () => Uint8Array {
  const message = bytes(length)
  const view = new DataView(message.buffer)
  let count = 0
  return () => {
    view.setUint32(0, count++)
    return message
  }
}
