/**
 * Our own receipts: ids and statements are computed again, every signature is the actor's over its
 * statement, the chain and its witnesses hold, and each envelope opens to the receipt that it is of.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, same } from '../case.js'
import { has, hex, isTable, list, object, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const ownReceipt: Schema = {
  name: 'receipts',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['chain'], 'receipt', 'statement', 'id') && 'seeds' in json,
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const rows = list(file, 'chain')
    yield { name: 'chain', run: (api) => chain(api, file, rows) }
    for (const [index, row] of rows.entries())
      yield { name: `${index}`, run: (api) => issues(api, file, row) }
    const { of, ...envelopes } = object(file, 'envelopes')
    for (const [kind, envelope] of Object.entries(envelopes))
      yield {
        name: kind,
        run: (api) => {
          const opened = open(api, kind, String(envelope), file)
          same(opened.receipt, rows[Number(of)]?.['receipt'], 'receipt')
        },
      }
  },
  expectations: ['id', 'statement', 'signature', 'jws', 'dsse', 'cose'],
}

/** Every key of the file under its id, from its seed. */
function trusted(api: Api, file: Row) {
  const seeds = object(file, 'seeds')
  const key = (id: string, name: string) => {
    const signer = api.Keys.fromSecret('Ed25519', new Uint8Array(32).fill(Number(seeds[name])))
    const { publicKey } = signer
    signer.close()
    return { id, key: publicKey }
  }
  const keys = [
    key('did:web:agent.example#key-1', 'actor'),
    key('did:web:agent.example#key-2', 'next'),
    key('did:web:notary.example#key-1', 'notary'),
    key('did:web:archive.example#key-1', 'archive'),
  ]
  return { trust: { keys }, now: new Date(Number(file['now'])) }
}

function chain(api: Api, file: Row, rows: readonly Row[]): void {
  const { trust, now } = trusted(api, file)
  // The second key comes from the rotation alone.
  const keys = trust.keys.filter(({ id }) => !id.endsWith('#key-2'))
  const verify = (receipts: readonly Row[]) =>
    api.Receipt.verifyChain(
      receipts.map((row) => object(row, 'receipt')),
      { keys },
      { now },
    )
  api.requireFacts(verify(rows))
  judge(verify(rows.slice(1)).facts.completeness.state === 'ok', 'reject', 'no start')
  judge(verify(rows.slice(0, -1)).facts.completeness.state === 'ok', 'reject', 'no end')
  judge(verify([...rows].reverse()).facts.linkage.state === 'ok', 'reject', 'another order')
}

function issues(api: Api, file: Row, row: Row): void {
  const receipt = object(row, 'receipt')
  const { trust, now } = trusted(api, file)
  const witnesses = has(receipt, 'witnesses') ? list(receipt, 'witnesses').length : 0
  const facts = api.Receipt.verify(receipt, trust, { now, witnesses })
  same(facts.id, row['id'], 'id')
  const isValid = api.Keys.verify({
    publicKey: api.Keys.fromMultikey(facts.signer.publicKeyMultibase),
    message: hex(row['statement']),
    signature: api.Encoding.base64url.decode(text(receipt, 'signature')),
  })
  judge(isValid, 'accept', 'signature over the statement')
}

function open(api: Api, kind: string, envelope: string, file: Row) {
  const { trust, now } = trusted(api, file)
  if (kind === 'jws') return api.Receipt.fromJws(envelope, trust, { now })
  if (kind === 'dsse') return api.Receipt.fromDsse(envelope, trust, { now })
  return api.Receipt.fromCose(hex(envelope), trust, { now })
}
