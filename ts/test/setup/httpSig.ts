// Messages, keys and a time that the tests of HTTP signatures share.

import { Encoding, type HttpSig, Keys } from '../../src/subpath/all.js'

export { refusal as code, utf8 } from './help.js'

export const base64: (bytes: Uint8Array) => string = Encoding.base64.encode
export const fromBase64: (text: string) => Uint8Array = Encoding.base64.decode
export const url = 'https://agent.example/rpc?x=1'
export const body = '{"jsonrpc":"2.0"}'
export const now: Date = new Date(1_760_000_000_000)
export const signer: Keys.LocalSigner = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(7))
export const trust: {
  key: Keys.PublicKey
} = { key: signer.publicKey }
export const shared: {
  secret: Uint8Array<ArrayBuffer>
} = { secret: new Uint8Array(32).fill(9) }
export const plain = (extra: Partial<HttpSig.PlainRequest> = {}): HttpSig.PlainRequest => ({
  kind: 'request',
  method: 'POST',
  url,
  headers: [['Content-Type', 'application/json']],
  body,
  ...extra,
})
export const request = (init: RequestInit = {}): Request =>
  new Request(url, { method: 'POST', body, ...init })
export const header = (message: HttpSig.PlainMessage, name: string): string =>
  message.headers
    .filter(([own]) => own === name)
    .map(([, value]) => value)
    .join(', ')
