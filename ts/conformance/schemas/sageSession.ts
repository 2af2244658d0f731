/**
 * SAGE: sessions, file `session`.
 *
 * Keys never leave a session, so what the vector says of them is checked by what they do: sealed with
 * the key of the vector, or MACs made with it.
 *
 * @module
 */

import {
  type Api,
  accepts,
  attempt,
  gives,
  isRecord,
  judge,
  Mismatch,
  Skip,
  same,
} from '../case.js'
import { findExpected } from '../rules.js'
import { has, hex, list, object, type Schema, text, utf8 } from '../schema.js'
import { closing, hmac } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

type Session = ReturnType<typeof import('countersign/all').Sage.Session.fromSeed>
type Options = Omit<import('countersign/sage').Session.fromSeed.Options, 'id'>

export const sageSession: Schema = sage(
  'sessions',
  {
    single_key: singleKey,
    directional: directional,
    derive_session_seed: derives,
    weakness: isWeak,
    invalid: isInvalid,
    lifetime: lives,
    manager: manages,
  },
  [
    'session_id',
    'encrypt_key',
    'signing_key',
    'plaintext',
    'encrypt',
    'wire',
    'mac',
    'c2s_enc',
    's2c_enc',
    'decrypted',
  ],
  (row) => row['op'] !== 'weakness' || !('base' in row),
)

const seed = new Uint8Array(32).fill(7)

function single(api: Api, options: Options = {}): Session {
  return api.Sage.Session.fromSeed(seed, { id: 'id', ...options })
}

/** Opens what the vector sealed, once; then what ours seals opens under the vector's key. */
function singleKey(api: Api, row: Row): void {
  const id = text(row, 'session_id')
  closing(api.Sage.Session.fromSeed(hex(row['seed']), { id }), (session) => {
    for (const message of list(row, 'messages')) opensMessage(api, session, message)
    const { covered, mac } = object(row, 'sign_covered')
    same(session.signCovered(hex(covered)), hex(mac), 'MAC')
    same(hmac(api, hex(row['signing_key']), hex(covered)), hex(mac), 'signing key')
    isKey(api, session, hex(row['encrypt_key']))
  })
}

function opensMessage(_api: Api, session: Session, message: Row): void {
  const plaintext = hex(message['plaintext'])
  const aad = hex(message['aad'])
  same(session.open(hex(message['encrypt'])), plaintext, 'plaintext')
  if (has(message, 'decrypted')) same(message['decrypted'], message['plaintext'], 'decrypted')
  same(
    session.open(hex(message['encrypt_with_aad']), { associatedData: aad }),
    plaintext,
    'plaintext',
  )
  same(session.open(hex(message['encrypt_and_sign_cipher'])), plaintext, 'plaintext')
  session.verifyCovered({
    covered: hex(message['covered']),
    mac: hex(message['encrypt_and_sign_mac']),
  })
  judge(
    gives(() => session.open(hex(message['encrypt']))),
    'reject',
    'a message opens once',
  )
}

/** Whether a session seals under `key`. */
function isKey(api: Api, session: Session, key: Uint8Array): void {
  const wire = session.seal(utf8('ours'))
  const [nonce, sealed] = [wire.subarray(0, 12), wire.subarray(12)]
  const opened = attempt(() =>
    api.Aead.open({ algorithm: 'chacha20-poly1305', key, nonce, sealed }),
  )
  if (!('value' in opened)) throw new Mismatch('the session seals under another key')
}

function directional(api: Api, row: Row): void {
  const [exporter, label] = [hex(row['exporter']), text(row, 'label')]
  const side = (role: 'initiator' | 'responder') =>
    api.Sage.Session.fromExporter(exporter, { label, role })
  closing(side('initiator'), (initiator) =>
    closing(side('responder'), (responder) => {
      same(initiator.facts.id, text(row, 'session_id'), 'id')
      for (const name of ['c2s', 'c2s_aad', 's2c']) {
        const message = object(row, name)
        const [own, other] = name === 's2c' ? [responder, initiator] : [initiator, responder]
        const bound =
          typeof message['aad'] === 'string' ? { associatedData: hex(message['aad']) } : {}
        judge(
          gives(() => own.open(hex(message['wire']), bound)),
          'reject',
          'reflected',
        )
        same(other.open(hex(message['wire']), bound), hex(message['plaintext']), name)
        same(message['decrypted'], message['plaintext'], `${name} decrypted`)
        judge(
          gives(() => other.open(hex(message['wire']), bound)),
          'reject',
          'a message opens once',
        )
      }
      isKey(api, initiator, hex(row['c2s_enc']))
      isKey(api, responder, hex(row['s2c_enc']))
      const zeros = hmac(api, new Uint8Array(32), utf8('covered'))
      const weak = row['BUG_sign_covered_key_is_all_zero']
      if (isRecord(weak)) same(weak['mac'], weak['hmac_with_32_zero_bytes'], 'MAC of zeros')
      judge(
        gives(() => responder.verifyCovered({ covered: utf8('covered'), mac: zeros })),
        'reject',
        'no MAC key of zeros',
      )
    }),
  )
}

/** The rule that a label must say where it ends. */
const labelled = /^$|^[!-~]+ v[0-9]$/

function derives(api: Api, row: Row): void {
  const made = attempt(() =>
    api.Sage.Session.fromSharedSecret(hex(row['shared_secret']), {
      context: text(row, 'context_id'),
      label: text(row, 'label'),
      ephemerals: [hex(row['self_eph']), hex(row['peer_eph'])],
    }),
  )
  const { verdict, why } = findExpected(row, row['error'] === null, [
    !labelled.test(text(row, 'label')) && 'names do not run together',
  ])
  judge('value' in made, verdict, why)
  if (!('value' in made)) return
  closing(made.value, (session) => {
    same(session.facts.id, text(row, 'session_id'), 'id')
    same(session.signCovered(utf8('x')), hmac(api, hex(row['signing_key']), utf8('x')), 'MAC key')
    isKey(api, session, hex(row['encrypt_key']))
    const again = api.Sage.Session.fromSeed(hex(row['seed']), { id: session.facts.id })
    closing(again, (other) => same(other.open(session.seal(utf8('x'))), utf8('x'), 'seed'))
  })
}

/** Weaknesses by their names; each must not be there. */
function isWeak(api: Api, row: Row): void {
  const name = text(row, 'name')
  if (name.startsWith('label||contextID')) {
    const open = (label: string, context: string) => () =>
      api.Sage.Session.fromSharedSecret(seed, { ephemerals: [seed, seed], label, context }).close()
    const both = [open('a2a/handshake v', '1ctx'), open('a2a/handshake v1', 'ctx')]
    judge(both.every(gives), 'reject', 'names do not run together')
    return
  }
  if (!name.startsWith('session pool')) throw new Skip('no data in the vector')
  const stale = single(api)
  stale.close()
  closing(single(api), () => judge(sealsStale(stale), 'reject', 'a closed session stays closed'))
}

function sealsStale(stale: Session): boolean {
  try {
    stale.seal(utf8('meant for alice'))
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_HANDLE_CLOSED') return false
    throw error
  }
}

function isInvalid(api: Api, row: Row): void {
  const name = text(row, 'name')
  const short = name.startsWith('1-byte seed')
  if (!short && name !== 'empty session id') throw new Skip('no data in the vector')
  const { verdict, why } = findExpected(row, row['accept'] === true, [
    short && 'a seed has at least 16 bytes',
  ])
  const bytes = short ? seed.subarray(31) : seed
  judge(
    gives(() => api.Sage.Session.fromSeed(bytes, { id: short ? 'id' : '' }).close()),
    verdict,
    why,
  )
}

/** Limits by what the name says of them. */
function lives(api: Api, row: Row): void {
  const name = text(row, 'name')
  let time = 0
  const now = () => new Date(time)
  const most = /max_messages=(\d+)/.exec(name)?.[1]
  if (most !== undefined) {
    closing(single(api, { maxMessages: Number(most), now }), (session) => {
      for (const step of list(row, 'steps'))
        judge(
          gives(() => session.seal(utf8('x'))),
          step['error'] === null ? 'accept' : 'reject',
        )
    })
    return
  }
  const unlimited = name.startsWith('all-zero config')
  const limits = unlimited ? { maxAge: 0, idle: 0, maxMessages: 0 } : { maxAge: 10, idle: 0 }
  const session = single(api, { ...limits, now })
  time = 20_000
  if (name === 'closed') session.close()
  const skips = name.startsWith('BUG: EncryptWithAAD')
  const fine = skips ? row['encrypt_with_aad_error'] === null : row['expired'] === false
  const { verdict, why } = findExpected(row, fine, [skips && 'limits hold for every call'])
  judge(
    name === 'closed'
      ? sealsStale(session)
      : gives(() => session.seal(utf8('x'), { associatedData: utf8('aad') })),
    verdict,
    why,
  )
  session.close()
}

/** SAGE's manager: its ids and its nonces. It gives no session for another role. */
function manages(api: Api, row: Row): void {
  if (has(row, 'first_seen')) {
    seesNonces(api, row)
    return
  }
  if (!has(row, 'sid')) throw new Skip('no data in the vector')
  const exporter = Uint8Array.from({ length: 32 }, (_, index) => index)
  for (const role of ['initiator', 'responder'] as const)
    closing(api.Sage.Session.fromExporter(exporter, { role }), (session) =>
      same(session.facts.id, row['sid'], 'id'),
    )
}

function seesNonces(api: Api, row: Row): void {
  closing(api.Guard.create(), (guard) => {
    const seen = (session: string, nonce: string) =>
      !accepts(() => guard.check({ peer: 'p', session, sent: new Date(), nonce }) !== undefined)
    same(seen('k', 'n'), row['first_seen'], 'first')
    same(seen('k', 'n'), row['second_seen'], 'second')
    same(seen('k2', 'n'), row['other_kid_seen'], 'another session')
    // SAGE takes an empty nonce any number of times.
    same(seen('k', ''), true, 'empty nonce')
  })
}
