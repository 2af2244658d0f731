import { agreement, did, document, replay, signer } from '../handshake.ts'

export { message } from '../handshake.ts'
export const remoteAddress = '192.0.2.1'
export const remotePort = 40_000
export const send = (_: Uint8Array): void => {}
export const options = { signer, agreement, did, replay, trust: { document } }
