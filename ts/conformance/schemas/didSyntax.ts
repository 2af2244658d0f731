/**
 * DID syntax: parse tables, did:web URLs, Ethereum checksums.
 *
 * @module
 */

import { type Api, type Case, gives, isRecord, judge, same } from '../case.js'
import { isTable, list, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const didParse: Schema = {
  name: 'DID and DID URL parsing',
  matches: ({ json }) => isRecord(json) && isTable(json['valid'], 'did_url', 'method', 'id'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'valid'))
      yield { name: text(row, 'did_url'), run: (api) => parseRow(api, row) }
    const invalid = (json as Row)['invalid']
    for (const url of Array.isArray(invalid) ? invalid : [])
      yield {
        name: String(url),
        run: (api) =>
          judge(
            gives(() => api.Did.parseUrl(String(url))),
            'reject',
          ),
      }
  },
  expectations: ['method', 'id', 'did'],
  settled: (row) => row['legacy_params'] === true,
}

function parseRow(api: Api, row: Row): void {
  // DID Core 1.0 has no `;name=value` parameters any more.
  if (row['legacy_params'] === true)
    judge(
      gives(() => api.Did.parseUrl(text(row, 'did_url'))),
      'reject',
      'DID parameters refused',
    )
  else parts(api, row, api.Did.parseUrl(text(row, 'did_url')))
}

function parts(api: Api, row: Row, url: ReturnType<Api['Did']['parseUrl']>): void {
  const { path, query, fragment } = url
  const { did, method, id } = api.Did.inspect(url.did)
  const part = (name: string) => row[name] ?? undefined
  same([method, id, did], [row['method'], row['id'], row['did']], 'DID')
  const rest = [part('path'), part('query'), part('fragment')]
  same([path || undefined, query, fragment], rest, 'rest of the URL')
}

export const didWeb: Schema = {
  name: 'did:web URLs',
  matches: ({ json }) => isTable(json, 'did', 'url'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[])
      yield {
        name: text(row, 'did'),
        run: (api) => {
          same(api.Did.toUrl(text(row, 'did')), row['url'], 'URL')
          same(api.Did.webFromUrl(text(row, 'url')), row['did'], 'DID')
        },
      }
  },
  expectations: ['did', 'url'],
}

export const checksummedAddresses: Schema = {
  name: 'EIP-55 addresses',
  matches: ({ json }) =>
    Array.isArray(json) &&
    json.length > 0 &&
    json.every((address) => /^0x[0-9a-fA-F]{40}$/.test(String(address))),
  *cases({ json }): Iterable<Case> {
    for (const address of json as string[])
      yield { name: address, run: (api) => checksum(api, address) }
  },
  expectations: [],
}

/** The lower-case address gives the spelling back, and one letter in the other case is refused. */
function checksum(api: Api, address: string): void {
  same(api.Keys.parseEthereumAddress(address.toLowerCase()), address, 'checksum')
  same(api.Keys.parseEthereumAddress(address), address, 'address')
  const position = [...address].findIndex((letter, index) => index > 1 && /[a-fA-F]/.test(letter))
  const letter = address.charAt(position)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  const flipped = `${address.slice(0, position)}${other}${address.slice(position + 1)}`
  judge(
    gives(() => api.Keys.parseEthereumAddress(flipped)),
    'reject',
    'letter case changed',
  )
}
