import { Guard } from 'countersign/guard'

export const did = 'did:web:agent.example'
export const created = new Date().toISOString()
export const nonce = Guard.nonce()
