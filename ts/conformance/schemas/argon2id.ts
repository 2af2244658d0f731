/**
 * Argon2id: the test of RFC 9106, and PyNaCl's raw and text forms.
 *
 * @module
 */

import { type Api, type Case, judge, same } from '../case.js'
import { hex, isTable, list, type Schema, text, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

export const argon2idRfc: Schema = {
  name: 'Argon2id of RFC 9106',
  matches: ({ json }) => isTable(json, 'memory_kib', 'password_hex', 'tag_hex'),
  *cases({ json }): Iterable<Case> {
    for (const row of list({ json }, 'json'))
      yield {
        name: text(row, 'source'),
        run: (api) => same(derived(api, row), hex(row['tag_hex'])),
      }
  },
  expectations: ['tag_hex'],
}

export const argon2idPynacl: Schema = {
  name: 'Argon2id of PyNaCl',
  matches: ({ json }) => isTable(json, 'passwd', 'pwhash', 'maxmem', 'construct'),
  *cases({ json }): Iterable<Case> {
    for (const row of list({ json }, 'json'))
      yield {
        name: `${text(row, 'mode')} ${text(row, 'passwd')}`,
        run: (api) => (text(row, 'mode') === 'raw' ? raw(api, row) : modular(api, row)),
      }
  },
  expectations: ['pwhash'],
}

function derived(api: Api, row: Row): Uint8Array {
  return api.Argon2id.derive({
    memory: Number(row['memory_kib']),
    iterations: Number(row['iterations']),
    parallelism: Number(row['parallelism']),
    password: hex(row['password_hex']),
    salt: hex(row['salt_hex']),
    secret: hex(row['secret_hex']),
    associated: hex(row['ad_hex']),
    length: Number(row['tag_length']),
  })
}

function raw(api: Api, row: Row): void {
  const length = Number(row['dgst_len'])
  same(api.Argon2id.derive({ ...input(row), length }), hex(row['pwhash']), 'hash')
}

/** The text form comes out again, and no other passphrase fits it. */
function modular(api: Api, row: Row): void {
  const [hash, password] = [text(row, 'pwhash'), utf8(text(row, 'passwd'))]
  judge(api.Argon2id.verify({ hash, password }), 'accept')
  judge(api.Argon2id.verify({ hash, password: utf8(`${text(row, 'passwd')} `) }), 'reject')
  same(api.Argon2id.hash({ ...input(row), length: Number(row['dgst_len']) }), hash, 'text')
}

function input(row: Row) {
  return {
    memory: Number(row['maxmem']),
    iterations: Number(row['iters']),
    parallelism: 1,
    password: utf8(text(row, 'passwd')),
    salt: utf8(text(row, 'salt')),
  }
}
