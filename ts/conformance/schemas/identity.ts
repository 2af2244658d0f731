/**
 * Our own identity files, key certificates and histories of keys.
 *
 * @module
 */

import { type Api, type Case, gives, isRecord, judge, same } from '../case.js'
import { has, hex, isTable, list, object, type Schema, text } from '../schema.js'
import { closing } from '../subject.js'
import type { Row } from './wycheproof.js'

type Vault = ReturnType<Api['Identity']['open']>

const identifier = 'did:web:agent.example'

export const ownIdentityFile: Schema = {
  name: 'identity file',
  matches: ({ json }) => isRecord(json) && isTable(json['files'], 'file', 'unlocks', 'derived'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'files')) {
      const slots = list(object(row, 'file'), 'slots')
      for (const [index, slot] of slots.entries())
        yield { name: `open by ${text(slot, 'kind')}`, run: (api) => opened(api, row, index) }
      yield { name: 'refuse another secret', run: (api) => lockedOut(api, row) }
    }
  },
  expectations: ['secret', 'key', 'recoveryKey', 'passphrase', 'output'],
}

export const ownCertificate: Schema = {
  name: 'key certificate',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['certificates'], 'certificate', 'possessionStatement'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'certificates')) {
      const name = text(object(row, 'certificate'), 'purpose')
      yield { name: `${name} certify`, run: (api) => certified(api, row) }
      yield { name: `${name} verify`, run: (api) => judge(certificateHolds(api, row), 'accept') }
      yield { name: `${name} statements`, run: (api) => statements(api, row) }
    }
  },
  expectations: ['signature', 'possession', 'statement', 'possessionStatement'],
}

export const ownHistory: Schema = {
  name: 'history of keys',
  matches: ({ json }) => isRecord(json) && isTable(json['histories'], 'history', 'id', 'tip'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'histories'))
      yield { name: text(row, 'id'), run: (api) => verified(api, row) }
  },
  expectations: ['id', 'tip', 'signature', 'authorized', 'accepted'],
}

export const ownHistoryTrust: Schema = {
  name: 'what keys of a history signed',
  matches: ({ json }) =>
    isRecord(json) && 'history' in json && isTable(json['objects'], 'kind', 'object', 'code'),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    for (const [index, row] of list(file, 'objects').entries())
      yield { name: `${text(row, 'kind')} ${index}`, run: (api) => signedInTime(api, file, row) }
  },
  expectations: ['code', 'id'],
}

function opened(api: Api, row: Row, index: number): void {
  const file = object(row, 'file')
  const slot = text(list(file, 'slots')[index] as Row, 'id')
  const unlock = list(row, 'unlocks')[index] as Row
  const vault = api.Identity.open(file, key(slot, unlock))
  try {
    for (const key of list(row, 'keys')) compareKey(api, vault, key)
    for (const derived of list(row, 'derived')) compareDerived(api, vault, derived)
  } finally {
    vault.close()
  }
}

function key(slot: string, unlock: Row): Parameters<Api['Identity']['open']>[1] {
  if (has(unlock, 'passphrase')) return { slot, passphrase: hex(unlock['passphrase']) }
  if (has(unlock, 'recoveryKey')) return { slot, recoveryKey: text(unlock, 'recoveryKey') }
  return { slot, secret: hex(unlock['output']) }
}

/** A key is compared by its public half: secrets do not leave. */
function compareKey(api: Api, vault: Vault, row: Row): void {
  const type = text(row, 'label') as 'Ed25519'
  const expected = closing(
    api.Keys.fromSecret(type, hex(row['secret'])),
    (local) => local.publicKey.bytes,
  )
  const { key } = vault.info().keys.find((key) => key.label === type) ?? {}
  same(key?.bytes, expected, `key ${type}`)
}

function compareDerived(api: Api, vault: Vault, row: Row): void {
  const type = text(row, 'keyType') as 'Ed25519'
  const of = { purpose: text(row, 'purpose') as 'device', context: text(row, 'context') }
  const local =
    (type as string) === 'X25519' ? vault.deriveAgreement(of) : vault.derive({ ...of, type })
  const derived = closing(local as ReturnType<Vault['derive']>, (signer) => signer.publicKey)
  same(api.Keys.toMultikey(derived), text(row, 'key'), 'derived key')
  const own = closing(api.Keys.fromSecret(type, hex(row['secret'])), (signer) => signer.publicKey)
  same(own, derived, 'key of the derived secret')
}

function lockedOut(api: Api, row: Row): void {
  const file = object(row, 'file')
  for (const slot of list(file, 'slots')) {
    const unlock = { slot: text(slot, 'id'), secret: new Uint8Array(32).fill(0x5a) }
    judge(
      gives(() => api.Identity.open(file, unlock).close()),
      'reject',
      'another secret',
    )
  }
}

function certified(api: Api, row: Row): void {
  const certificate = object(row, 'certificate')
  const type = api.Keys.fromMultikey(text(row, 'key')).type as 'Ed25519'
  const local = api.Keys.fromSecret(type, hex(row['keySecret']))
  const issuer = api.Keys.fromSecret('Ed25519', hex(row['issuerSecret']))
  const time = (name: string) => new Date(Number(certificate[name]) * 1000)
  const made = closing(local, (key) =>
    closing(issuer, (signer) =>
      api.Identity.certify(key, signer, {
        identity: identifier,
        purpose: text(certificate, 'purpose') as 'device',
        context: text(certificate, 'context'),
        notBefore: time('notBefore'),
        notAfter: time('notAfter'),
      }),
    ),
  )
  same(made, certificate, 'certificate')
}

function certificateHolds(api: Api, row: Row): boolean {
  const certificate = object(row, 'certificate')
  const trust = { key: api.Keys.fromMultikey(text(certificate, 'issuer')) }
  const purpose = text(certificate, 'purpose') as 'device'
  const now = new Date(Number(certificate['notBefore']) * 1000)
  return gives(() => api.Identity.verifyCertificate(certificate, trust, { purpose, now }))
}

/** The statements are the messages of the signatures. */
function statements(api: Api, row: Row): void {
  const certificate = object(row, 'certificate')
  const holds = (multikey: string, message: unknown, signature: unknown) =>
    api.Keys.verify({
      publicKey: api.Keys.fromMultikey(multikey),
      message: hex(message),
      signature: api.Encoding.base64url.decode(String(signature)),
    })
  judge(holds(text(certificate, 'issuer'), row['statement'], certificate['signature']), 'accept')
  const { possession } = certificate
  if (possession !== undefined)
    judge(holds(text(certificate, 'key'), row['possessionStatement'], possession), 'accept')
}

function verified(api: Api, row: Row): void {
  const [history, id] = [object(row, 'history'), text(row, 'id')]
  const { tip } = api.Identity.verifyHistory(history, id)
  same(api.Encoding.base64url.decode(tip), hex(row['tip']), 'tip')
  judge(
    gives(() => api.Identity.verifyHistory(history, 'did:peer:4zQmOther')),
    'reject',
    'another identifier',
  )
}

/** Each key of the history is believed for its own time, and for no other. */
function signedInTime(api: Api, file: Row, row: Row): void {
  const history = api.Identity.verifyHistory(object(file, 'history'), text(file, 'id'))
  const trust = api.Identity.toTrustOverTime(history)
  const now = new Date(Number(file['now']) * 1000)
  same(codeOf(api, row, trust, now) ?? null, row['code'], 'code')
}

function codeOf(
  api: Api,
  row: Row,
  trust: Parameters<Api['Receipt']['verifyChain']>[1],
  now: Date,
): string | undefined {
  const kind = text(row, 'kind')
  if (kind === 'receipts') {
    const { signatures } = api.Receipt.verifyChain(list(row, 'object'), trust, { now }).facts
    return 'code' in signatures ? signatures.code : undefined
  }
  try {
    if (kind === 'receipt') api.Receipt.verify(object(row, 'object'), trust, { now })
    else {
      const policy = { now, revocations: [] }
      api.requireFacts(api.Grant.verifyChain(list(row, 'object'), trust, policy))
    }
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}
