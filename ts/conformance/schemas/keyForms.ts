/**
 * One key in every form that OpenSSL writes: JWK, PKCS#8, SPKI and SEC1.
 *
 * Explicit curve parameters and encrypted forms are refused.
 *
 * @module
 */

import { type Api, type Case, gives, isRecord, judge, same } from '../case.js'
import { isTable, list, object, type Schema, text } from '../schema.js'
import { importJwk, importJwkSecret, importPem, importPemSecret } from '../subject.js'
import type { Row } from './wycheproof.js'

const secrets = ['pkcs8', 'sec1', 'sec1Compressed', 'sec1NoPublic']
const publics = ['spki', 'spkiCompressed']
const refused = ['sec1Explicit', 'spkiExplicit', 'encrypted', 'pkcs8Encrypted']

export const keyForms: Schema = {
  name: 'key in every form',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['cases'], 'jwkPrivate', 'jwkPublic', 'pkcs8', 'spki'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'cases')) {
      const wanted = (api: Api) => importJwk(api, object(row, 'jwkPublic'))
      const form = (name: string) => `${String(row['type'])} ${name}`
      yield {
        name: form('jwkPrivate'),
        run: (api) =>
          same(
            importJwkSecret(api, object(row, 'jwkPrivate'), (key) => key.publicKey),
            wanted(api),
            'key',
          ),
      }
      for (const name of secrets.filter((member) => member in row))
        yield {
          name: form(name),
          run: (api) =>
            same(
              importPemSecret(api, text(row, name), (key) => key.publicKey),
              wanted(api),
              'key',
            ),
        }
      for (const name of publics.filter((member) => member in row))
        yield {
          name: form(name),
          run: (api) => same(importPem(api, text(row, name)), wanted(api), 'key'),
        }
      for (const name of refused.filter((member) => member in row))
        yield { name: form(name), run: (api) => judge(reads(api, text(row, name)), 'reject') }
    }
  },
  expectations: ['x'],
}

function reads(api: Api, pem: string): boolean {
  return (
    gives(() => importPem(api, pem)) ||
    gives(() => importPemSecret(api, pem, (key) => key.publicKey))
  )
}
