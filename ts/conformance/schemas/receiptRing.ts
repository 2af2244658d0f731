/**
 * Our own ring proofs of receipts: they hold in their scope and nowhere else, and give the key image.
 *
 * @module
 */

import { type Api, gives, isRecord, same } from '../case.js'
import { hex, isTable, list, object, type Schema, text } from '../schema.js'
import { closing } from '../subject.js'
import type { Row } from './wycheproof.js'

type Type = 'Ed25519' | 'secp256k1'

export const ownReceiptRing: Schema = {
  name: 'ring proofs of receipts',
  matches: ({ json }) =>
    isRecord(json) &&
    isRecord(json['receipt']) &&
    isTable(json['cases'], 'keyType', 'ring', 'proof', 'keyImage'),
  *cases({ json }) {
    const file = json as Row
    for (const row of list(file, 'cases'))
      yield {
        name: `${text(row, 'keyType')}, ${row['scope'] ?? 'no scope'}`,
        run: (api) => holds(api, file, row),
      }
  },
  expectations: ['id', 'signature', 'keyImage'],
}

function holds(api: Api, file: Row, row: Row): void {
  const receipt = object(file, 'receipt')
  same(api.Receipt.id(receipt), file['id'], 'id')
  const type = text(row, 'keyType') as Type
  const ring = (row['ring'] as unknown[]).map((key) => ({ type, bytes: hex(key) }))
  const scope = row['scope'] === null ? undefined : text(row, 'scope')
  const proof = JSON.stringify(object(row, 'proof'))
  const image = (record: string) =>
    api.Ring.verifyReceipt(record, ring, { receipt, scope }).keyImage
  same(image(proof), hex(row['keyImage']), 'key image')
  const other = { receipt, scope: `${scope}, another` }
  same(
    gives(() => api.Ring.verifyReceipt(proof, ring, other)),
    false,
    'another scope',
  )
  closing(api.Keys.fromSecret(type, hex(row['secret'])), (signer) => {
    const fresh = api.Ring.proveReceipt(receipt, signer, ring, { scope })
    same(image(JSON.stringify(fresh)), hex(row['keyImage']), 'key image of a fresh proof')
  })
}
