// An actor, its key and a chain of receipts that the tests of receipts share.

import { Keys } from '../../src/subpath/all.js'

export { refusal as code, utf8 } from './help.js'

export const actor = 'did:web:agent.example'
export const keyId: 'did:web:agent.example#key-1' = `${actor}#key-1`
export const now: Date = new Date(1_760_000_000_000)
export const seed = (fill: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(fill)
export const signer = (fill = 1): Keys.LocalSigner => Keys.fromSecret('Ed25519', seed(fill))
export const named = (
  id: string,
  fill: number,
): {
  id: string
  key: Keys.PublicKey
} => ({ id, key: signer(fill).publicKey })
export const trust: {
  keys: {
    id: string
    key: Keys.PublicKey
  }[]
} = { keys: [named(keyId, 1)] }
export const action = { action: 'tool.call', content: { tool: 'search' } } as const
