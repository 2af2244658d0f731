/**
 * Signed records of our own formats: what their signatures cover, and whose key made them.
 *
 * @module
 */

import { type Api, isRecord, judge, Mismatch, same } from './case.js'
import { hex, object, text, utf8 } from './schema.js'
import { withSecret } from './subject.js'

type Row = Record<string, unknown>

/** What the signature of a record is over: `u32be(length of its type) ‖ type ‖ JCS`. */
export function recordMessage(api: Api, body: Row): Uint8Array {
  const label = utf8(String(body['type']))
  const record = utf8(api.Encoding.jcs(JSON.stringify(body)))
  const message = new Uint8Array(4 + label.length + record.length)
  new DataView(message.buffer).setUint32(0, label.length)
  message.set(label, 4)
  message.set(record, 4 + label.length)
  return message
}

/**
 * Checks that the message is that of the record, that its key signed it, and that the secret of that key signs the same
 * again.
 */
export function judgeRecord(api: Api, row: Row, secrets: unknown): void {
  const { signature, ...body } = object(row, 'record')
  const message = hex(row['message'])
  same(recordMessage(api, body), message, 'message')
  const key = text({ key: body['issuerKey'] ?? body['parentKey'] ?? body['key'] }, 'key')
  const bytes = api.Encoding.base64url.decode(String(signature))
  const algorithm = text(body, 'algorithm') as 'ed25519'
  const publicKey = api.Keys.fromMultikey(key)
  judge(api.Keys.verify({ publicKey, algorithm, message, signature: bytes }), 'accept', 'signature')
  const made = seeds(secrets).flatMap((seed) =>
    withSecret(api, 'Ed25519', seed, (signer) =>
      api.Keys.toMultikey(signer.publicKey) === key ? [signer.sign(message)] : [],
    ),
  )
  if (made.length === 0) throw new Mismatch(`no secret of ${key}`)
  same(made[0], bytes, 'signature made again')
}

/** Seeds, written `01 * 32`. */
function seeds(secrets: unknown): Uint8Array[] {
  const all = isRecord(secrets) ? Object.values(secrets) : []
  return all.map((secret) => {
    const [, byte, count] = /^([0-9a-f]{2}) \* (\d+)$/.exec(String(secret)) ?? []
    if (byte === undefined) throw new Error(`no seed: ${String(secret)}`)
    return new Uint8Array(Number(count)).fill(Number.parseInt(byte, 16))
  })
}
