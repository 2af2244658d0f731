/**
 * Agent cards as published, and signed cards with the right and a wrong key.
 *
 * A published card is classified, and its canonical form is its own canonical
 * form. Where a list of sources beside it names the style, the class must fit.
 *
 * @module
 */

import { type Api, type Case, gives, isRecord, judge, Mismatch, same } from '../case.js'
import { keySetTrust } from '../documents.js'
import { isTable, object, type Schema } from '../schema.js'
import type { Folder, VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

export const signedWithKeys: Schema = {
  name: 'A2A card with keys',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['signed_card']) && isRecord(json['resolved_jwk']),
  *cases({ json }): Iterable<Case> {
    const row = json as Row
    const verifies = (api: Api, jwk: Row, card: Row) => {
      const trust = keySetTrust(api, JSON.stringify({ keys: [{ ...jwk, kid: kidOf(card) }] }))
      return gives(() => api.Card.verify(JSON.stringify(card), trust))
    }
    const card = object(row, 'signed_card')
    yield {
      name: 'resolved_jwk',
      run: (api) => judge(verifies(api, object(row, 'resolved_jwk'), card), 'accept'),
    }
    if (isRecord(row['wrong_jwk']))
      yield {
        name: 'wrong_jwk',
        run: (api) => judge(verifies(api, object(row, 'wrong_jwk'), card), 'reject'),
      }
    const changed = { ...card, name: `${String(card['name'])} ` }
    yield {
      name: 'changed card',
      run: (api) => judge(verifies(api, object(row, 'resolved_jwk'), changed), 'reject'),
    }
  },
  expectations: ['signature'],
}

function kidOf(card: Row): unknown {
  const [first] = card['signatures'] as Row[]
  const header = Buffer.from(String(first?.['protected']), 'base64url').toString()
  return (JSON.parse(header) as Row)['kid']
}

export const publishedCard: Schema = {
  name: 'A2A published card',
  matches: (file, folder) => isCard(file.json) || styleOf(file, folder) !== undefined,
  *cases(file, folder): Iterable<Case> {
    if (!isRecord(file.json)) {
      yield { name: 'not a card', run: (api) => refused(() => api.Card.detect(file.text)) }
      return
    }
    yield { name: 'class', run: (api) => classify(api, file, folder) }
    yield { name: 'canonical form', run: (api) => idempotent(api, file) }
    yield {
      name: 'not verified',
      run: (api) => refused(() => api.Card.verify(file.text, { keys: [] })),
    }
  },
  expectations: [],
}

function isCard(json: unknown): boolean {
  const members = ['url', 'supportedInterfaces', 'skills', 'capabilities']
  return isRecord(json) && typeof json['name'] === 'string' && members.some((name) => name in json)
}

function refused(use: () => unknown): void {
  judge(gives(use), 'reject')
}

/** `1.0`, `0.3`, or older and other. */
function classify(api: Api, file: VectorFile, folder: Folder): void {
  const { version } = api.Card.detect(file.text)
  const style = styleOf(file, folder)
  if (style === '1.0') same(version, style, 'version')
  else if (style === '0.3')
    same(version.startsWith('0.'), true, `version ${version} of the 0.x family`)
  else if (style !== undefined && version === '1.0')
    throw new Mismatch(`classified as 1.0, published as ${style}`)
}

function styleOf(file: VectorFile, folder: Folder): string | undefined {
  for (const { json } of folder.around(file))
    if (isTable(json, 'file', 'style')) {
      const row = json.find((entry) => entry['file'] === file.name)
      if (row) return String(row['style'])
    }
  return undefined
}

function idempotent(api: Api, file: VectorFile): void {
  const options = { reading: { defaults: 'served-as-is' as const, dualNames: 'tolerate' as const } }
  const once = api.Card.canonicalize(file.text, options)
  same(api.Card.canonicalize(once, options), once, 'canonical form of the canonical form')
}

/** A Sigstore bundle around a card: not an A2A signature, and never verified as one. */
export const sigstoreBundle: Schema = {
  name: 'Sigstore bundle',
  matches: ({ json }) =>
    isRecord(json) && JSON.stringify(json).includes('application/vnd.dev.sigstore.bundle'),
  *cases(file): Iterable<Case> {
    yield {
      name: 'not verified',
      run: (api) =>
        judge(
          gives(() => api.Card.verify(file.text, { keys: [] })),
          'reject',
        ),
    }
  },
  expectations: [],
}
