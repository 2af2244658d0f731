/**
 * The Dilithium of libp2p-identity-pqc beside FIPS 204: its signatures are ML-DSA-87, its keys from a seed are not.
 *
 * @module
 */

import { type Api, isRecord, same } from '../case.js'
import { has, hex, isTable, list, type Schema, text } from '../schema.js'
import { closing } from '../subject.js'
import type { Row } from './wycheproof.js'

const signature = 'qp_signature_deterministic_empty_ctx'
const fromSeed = 'fips204_public_key_from_same_32_bytes'

export const libp2pCrosscheck: Schema = {
  name: 'Dilithium of libp2p beside FIPS 204',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['cases'], 'entropy', 'qp_public_key', signature, fromSeed),
  *cases({ json }) {
    for (const row of list(json as Row, 'cases'))
      yield { name: text(row, 'entropy'), run: (api) => compares(api, row) }
  },
  expectations: [
    signature,
    fromSeed,
    'fips204_verifies',
    'ml_dsa_verifies',
    'pqcrypto_mldsa_verifies',
    'fips204_keygen_same_public_key_from_same_32_bytes',
  ],
}

function compares(api: Api, row: Row): void {
  const theirs = hex(row['qp_public_key'])
  const publicKey = { type: 'ML-DSA-87', bytes: theirs } as const
  const claim = { publicKey, message: hex(row['message']), signature: hex(row[signature]) }
  for (const name of ['fips204_verifies', 'ml_dsa_verifies', 'pqcrypto_mldsa_verifies'])
    if (has(row, name)) same(api.Keys.verify(claim), row[name], name)
  closing(api.Keys.fromSecret('ML-DSA-87', hex(row['entropy'])), (key) => {
    same(key.publicKey.bytes, hex(row[fromSeed]), 'key of the seed')
    const alike = Buffer.from(key.publicKey.bytes).equals(theirs)
    same(alike, row['fips204_keygen_same_public_key_from_same_32_bytes'], 'same key')
  })
}
