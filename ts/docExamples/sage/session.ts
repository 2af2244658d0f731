import { Keys } from 'countersign'

export const [seed, exporter] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
export const ephemeral = Keys.generate('X25519')
export const theirs = Keys.generate('X25519').publicKey
export const contextId = 'ctx-1'
