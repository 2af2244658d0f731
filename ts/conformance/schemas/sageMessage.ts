/**
 * SAGE: signed messages, nonces and order, file `message`.
 *
 * `verify` rows record a verdict and a name, not the message. Where the name says what it was, such a
 * message is made again.
 *
 * @module
 */

import { createHash } from 'node:crypto'

import { type Api, accepts, gives, judge, Skip, same } from '../case.js'
import { findExpected } from '../rules.js'
import { has, hex, list, type Schema, text, utf8 } from '../schema.js'
import { closing, withSecret } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

type Message = import('countersign/sage').Guard.Message

export const sageMessage: Schema = sage(
  'messages',
  {
    signature_base: signs,
    verify: verifies,
    weakness: isWeak,
    nonce_manager: seesNonces,
    order_manager: keepsOrder,
    dedupe_hash: hashes,
  },
  [
    'base',
    'ed25519_signature',
    'es256k_signature_r_s_v',
    'es256k_digest_sha256',
    'sha256',
    'accept',
  ],
  (row) =>
    !('key_data' in row) && !('public' in row) && (row['op'] !== 'weakness' || 'base' in row),
)

const five = ['agent_did', 'message_id', 'timestamp', 'nonce', 'body']
const es256k = { algorithm: 'ecdsa-secp256k1-sha256' } as const
const seed = Uint8Array.from({ length: 32 }, (_, index) => index)

function messageOf(row: Row): Message {
  const fields = row['signed_fields_in']
  return {
    agentDid: text(row, 'agent_did'),
    messageId: text(row, 'message_id'),
    timestamp: text(row, 'timestamp'),
    nonce: text(row, 'nonce'),
    body: text(row, 'body'),
    headers: row['headers'] as Record<string, string>,
    ...(Array.isArray(fields) && { fields }),
  }
}

function signs(api: Api, row: Row, root: Row): void {
  const message = messageOf(row)
  const all = five.every((name) => (message.fields ?? five).includes(name))
  const { verdict, why } = findExpected(row, true, [!all && 'every field is signed'])
  judge(
    gives(() => same(api.Sage.Guard.signatureBase(message), row['base'], 'base')),
    verdict,
    why,
  )
  if (has(row, 'es256k_digest_sha256')) {
    const digest = createHash('sha256').update(text(row, 'base')).digest('hex')
    same(digest, row['es256k_digest_sha256'], 'digest')
  }
  if (!all) return
  withSecret(api, 'Ed25519', seed, (signer) => {
    const signature = api.Sage.Guard.sign(message, signer)
    same(signature, hex(row['ed25519_signature']), 'EdDSA')
  })
  verifiesCurve(api, message, row, root)
}

/** The file does not say which key; the signatures of all its rows do, and must name the same. */
function verifiesCurve(api: Api, message: Message, row: Row, root: Row): void {
  const keyOf = (row: Row) =>
    api.Keys.recover({
      algorithm: es256k.algorithm,
      message: utf8(text(row, 'base')),
      signature: hex(row['es256k_signature_r_s_v']),
    })
  const key = keyOf(row)
  const signed = list(root, 'cases').filter((row) => 'es256k_signature_r_s_v' in row)
  for (const row of signed) same(keyOf(row).bytes, key.bytes, 'ES256K')
  const [signature, now] = [hex(row['es256k_signature_r_s_v']), new Date(message.timestamp)]
  judge(
    gives(() => api.Sage.Guard.verify({ message, signature }, { key }, { now })),
    'accept',
  )
}

const now = new Date('2025-10-19T12:34:56Z')
const plain: Message = {
  agentDid: 'did:sage:ethereum:0xabc',
  messageId: 'msg-1',
  timestamp: '2025-10-19T12:34:56Z',
  nonce: 'nonce-1',
  body: 'hello body',
}

type Scene = {
  readonly signed?: Partial<Message>
  readonly sent?: Partial<Message>
  readonly change?: (api: Api, signature: Uint8Array) => Uint8Array
  readonly rule?: 'every field is signed' | 'nothing after a signature'
}

/** What the names of rows say. */
const scenes: readonly (readonly [name: string, scene: Scene])[] = [
  ['ok, default skew', {}],
  ['first use of nonce', {}],
  [
    'nonce not in signed_fields',
    { sent: { fields: ['agent_did', 'body'] }, rule: 'every field is signed' },
  ],
  ['REPLAY 1: only body signed', { sent: { fields: ['body'] }, rule: 'every field is signed' }],
  ['nonce emptied while signed', { sent: { nonce: '' } }],
  ['6 minutes old', { signed: { timestamp: '2025-10-19T12:28:56Z' } }],
  ['empty signed_fields', { sent: { fields: [] }, rule: 'every field is signed' }],
  ['MALLEABLE: ES256K high-S', { change: highS }],
  [
    'ES256K with trailing bytes',
    { change: (_, bytes) => Uint8Array.from([...bytes, 0]), rule: 'nothing after a signature' },
  ],
]

function verifies(api: Api, row: Row): void {
  const scene = scenes.find(([name]) => text(row, 'name').startsWith(name))?.[1]
  if (!scene) throw new Skip('no data in the vector')
  const { verdict, why } = findExpected(row, row['accept'] === true, [scene.rule ?? false])
  closing(
    api.Keys.fromSecret(
      'secp256k1',
      seed.map((byte) => byte + 1),
      es256k,
    ),
    (signer) => {
      const message = { ...plain, ...scene.signed }
      const made = api.Sage.Guard.sign(message, signer)
      const signature = scene.change?.(api, made) ?? made
      const sent = { ...message, ...scene.sent }
      const trust = { key: signer.publicKey }
      judge(
        gives(() => api.Sage.Guard.verify({ message: sent, signature }, trust, { now })),
        verdict,
        why,
      )
    },
  )
}

/** The same signature with the other S. */
function highS(_api: Api, signature: Uint8Array): Uint8Array {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString('hex')}`)
  const other = (order - s).toString(16).padStart(64, '0')
  return new Uint8Array([...signature.subarray(0, 32), ...Buffer.from(other, 'hex')])
}

function isWeak(api: Api, row: Row): void {
  const nonce = text(row, 'base').replace(/^nonce: /, '')
  const made = gives(() => api.Sage.Guard.signatureBase({ ...plain, nonce }))
  judge(made, 'reject', 'names do not run together')
}

function seesNonces(api: Api, row: Row): void {
  same(api.Guard.nonce().length, row['generated_len_chars'], 'length of a nonce')
  let time = now.getTime()
  closing(api.Guard.create({ now: () => new Date(time) }), (guard) => {
    const used = () =>
      !accepts(() => guard.check({ peer: 'p', sent: new Date(time), nonce: 'n' }) !== undefined)
    used()
    same(used(), row['used'], 'used')
    time += 600_000
    same(used(), row['used_after_ttl'], 'used after its time')
  })
}

/** Each step comes when it says that it was sent; a guard of its own for each session. */
function keepsOrder(api: Api, row: Row): void {
  let time = 0
  const open = () =>
    api.Guard.create({
      ordered: true,
      since: new Date(0),
      now: () => new Date(now.getTime() + time),
    })
  const guards = new Map<string, ReturnType<typeof open>>()
  for (const step of list(row, 'steps')) {
    const name = text(step, 'session')
    const offset = step['t_offset_s']
    // SAGE's zero time: a message without one cannot be made here.
    if (typeof offset !== 'number') continue
    const guard = guards.get(name) ?? open()
    guards.set(name, guard)
    time = offset * 1000
    const sent = new Date(now.getTime() + time)
    const passed = gives(() =>
      guard.check({ peer: 'p', sent, sequence: BigInt(text(step, 'seq')) }),
    )
    judge(passed, step['accept'] === true ? 'accept' : 'reject')
  }
  for (const guard of guards.values()) guard.close()
}

function hashes(api: Api, row: Row): void {
  const header = JSON.parse(text(row, 'header_json')) as {
    sequence: number
    nonce: string
    timestamp: string
  }
  same(api.Sage.Guard.headerHash(header), row['sha256'], 'hash')
}
