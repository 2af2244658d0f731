import { Keys } from 'countersign'

export const other = Keys.generate('Ed25519').publicKey
export const digest = new Uint8Array(32)
