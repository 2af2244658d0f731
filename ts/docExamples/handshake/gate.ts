import { agreement, begun, did, document, replay, signer } from '../handshake.ts'

export { message } from '../handshake.ts'
export const remoteAddress = '192.0.2.1'
export const remotePort = 40_000
/** The peer says it again, with the cookie that it was asked for. */
export const send = (asked: Uint8Array): Uint8Array => begun.retry(asked)
export const options = { signer, agreement, did, replay, trust: { document } }
