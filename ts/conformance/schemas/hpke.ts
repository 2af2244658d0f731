/**
 * RFC 9180: test-vectors.json.
 *
 * Keys and encapsulation are made again from their keying material, each message is sealed and opened
 * at its number, and what the API keeps inside (the key schedule, sections 4.1 and 5.1) is computed from
 * `Hkdf` and `Ecdh`, so that no member of the vector goes unread.
 *
 * draft-connolly-cfrg-xwing-kem: the vectors of X-Wing, whose shared secret shows in what HPKE exports.
 *
 * @module
 */

import { type Api, attempt, type Case, gives, judge, Skip, same } from '../case.js'
import { has, hex, isTable, list, type Schema, utf8 } from '../schema.js'
import { agree, closing } from '../subject.js'
import type { Row } from './wycheproof.js'

type Sender = ReturnType<typeof import('countersign/all').Hpke.sender>
type Receiver = ReturnType<typeof import('countersign/all').Hpke.receiver>
type Agreement = ReturnType<typeof import('countersign/all').Keys.generate<'X25519'>>
type Setup = import('countersign/hpke').Hpke.Setup

const aeads = new Map([
  [1, { aead: 'AES-128-GCM', key: 16 }],
  [2, { aead: 'AES-256-GCM', key: 32 }],
  [3, { aead: 'ChaCha20-Poly1305', key: 32 }],
  [0xffff, { aead: 'export-only', key: 0 }],
] as const)

const keys = ['pkRm', 'skRm', 'pkEm', 'skEm', 'enc'] as const
const inside = ['shared_secret', 'key_schedule_context', 'secret', 'key', 'base_nonce'] as const
const rows = ['ct', 'nonce', 'exported_value'] as const

export const hpke: Schema = {
  name: 'HPKE',
  matches: ({ json }) => isTable(json, 'mode', 'kem_id', 'kdf_id', 'aead_id', 'encryptions'),
  *cases({ json }): Iterable<Case> {
    for (const [number, row] of (json as Row[]).entries()) {
      const name = `${number} mode ${row['mode']} aead ${row['aead_id']}`
      yield { name: `${name} keys`, run: (api) => derives(api, row) }
      yield { name: `${name} schedule`, run: (api) => schedules(api, row) }
      yield { name: `${name} changed`, run: (api) => refuses(api, row) }
      const shared = new Shared(row)
      for (const [index, encryption] of list(row, 'encryptions').entries())
        yield {
          name: `${name} message ${index}`,
          run: (api) => seals(api, row, encryption, shared),
        }
      for (const [index, exported] of list(row, 'exports').entries())
        yield { name: `${name} export ${index}`, run: (api) => exports(api, row, exported) }
    }
  },
  expectations: [...keys, ...inside, 'exporter_secret', ...rows],
}

export const xwing: Schema = {
  name: 'X-Wing',
  matches: ({ json }) => isTable(json, 'sk', 'pk', 'eseed', 'ct', 'ss'),
  *cases({ json }): Iterable<Case> {
    for (const [index, row] of (json as Row[]).entries())
      yield { name: String(index), run: (api) => encapsulates(api, row) }
  },
  expectations: ['sk', 'pk', 'ct', 'ss'],
}

function encapsulates(api: Api, row: Row): void {
  const recipient = api.Hpke.fromSecret('X-Wing', hex(row['sk']))
  same(recipient.publicKey.bytes, hex(row['pk']), 'pk')
  const options = { info: none, ikm: hex(row['eseed']) }
  const sender = api.HpkeFrom.sender(recipient.publicKey, options)
  same(sender.encapsulated, hex(row['ct']), 'ct')
  const receiver = api.Hpke.receiver(hex(row['ct']), recipient, { info: none })
  const { extract, expand } = labeled(api, join(utf8('HPKE'), u16(0x647a), u16(1), u16(3)))
  const empty = ['psk_id_hash', 'info_hash'].map((label) => extract(none, label, none))
  const secret = extract(hex(row['ss']), 'secret', none)
  const exporter = expand(secret, 'exp', join(Uint8Array.of(0), ...empty), 32)
  for (const context of [sender, receiver])
    same(context.export(none, 32), expand(exporter, 'sec', none, 32), 'ss')
  for (const handle of [recipient, sender, receiver]) handle.close()
}

function suite(row: Row): { aead: NonNullable<Setup['aead']>; key: number; id: number } {
  const id = Number(row['aead_id'])
  const found = aeads.get(id as 1)
  if (row['kem_id'] !== 0x20 || row['kdf_id'] !== 1 || found === undefined)
    throw new Skip('algorithm not offered')
  return { ...found, id }
}

function setup(row: Row): Setup {
  const psk = has(row, 'psk') && { psk: { key: hex(row['psk']), id: hex(row['psk_id']) } }
  return { aead: suite(row).aead, info: hex(row['info']), ...psk }
}

function withKey<R>(api: Api, ikm: unknown, use: (key: Agreement) => R): R {
  return closing(api.Hpke.deriveKeyPair('X25519', hex(ikm)), use)
}

/** Both ends of the vector's context. */
type Ends = { readonly sender: Sender; readonly receiver: Receiver }

function open(api: Api, row: Row): Ends {
  const options = setup(row)
  return withKey(api, row['ikmR'], (recipient) =>
    withKey(api, row['ikmS'] ?? row['ikmR'], (identity) => {
      const auth = has(row, 'ikmS')
      const to = { ...options, ikm: hex(row['ikmE']), ...(auth && { sender: identity }) }
      const from = { ...options, ...(auth && { sender: identity.publicKey }) }
      return {
        sender: api.HpkeFrom.sender(recipient.publicKey, to),
        receiver: api.Hpke.receiver(hex(row['enc']), recipient, from),
      }
    }),
  )
}

function closeBoth({ sender, receiver }: Ends): void {
  sender.close()
  receiver.close()
}

function withPair<R>(api: Api, row: Row, use: (sender: Sender, receiver: Receiver) => R): R {
  const ends = open(api, row)
  try {
    return use(ends.sender, ends.receiver)
  } finally {
    closeBoth(ends)
  }
}

function derives(api: Api, row: Row): void {
  suite(row)
  for (const letter of ['R', 'E', 'S'].filter((role) => `ikm${role}` in row))
    withKey(api, row[`ikm${letter}`], (key) => {
      same(key.publicKey.bytes, hex(row[`pk${letter}m`]), `pk${letter}m`)
      const secret = api.Keys.dangerouslyExportSecret(key)
      same(secret, clamped(hex(row[`sk${letter}m`])), `sk${letter}m`)
    })
  withPair(api, row, (sender) => same(sender.encapsulated, hex(row['enc']), 'enc'))
}

/** RFC 7748, section 5. */
function clamped(scalar: Uint8Array): Uint8Array {
  return scalar.map((byte, index) => {
    if (index === 0) return byte & 248
    return index === 31 ? (byte & 127) | 64 : byte
  })
}

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255)
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const none = new Uint8Array()

/** LabeledExtract and LabeledExpand under a suite id. */
function labeled(api: Api, id: Uint8Array) {
  const head = join(utf8('HPKE-v1'), id)
  return {
    extract: (salt: Uint8Array, label: string, secret: Uint8Array) =>
      api.Hkdf.extract({ salt, secret: join(head, utf8(label), secret) }),
    expand: (key: Uint8Array, label: string, context: Uint8Array, length: number) =>
      length === 0
        ? none
        : api.Hkdf.expand({ key, info: join(u16(length), head, utf8(label), context), length }),
  }
}

function schedules(api: Api, row: Row): void {
  const { id, key } = suite(row)
  same(shared(api, row), hex(row['shared_secret']), 'shared_secret')
  const { extract, expand } = labeled(api, join(utf8('HPKE'), u16(0x20), u16(1), u16(id)))
  const context = join(
    Uint8Array.of(Number(row['mode'])),
    extract(none, 'psk_id_hash', hex(row['psk_id'] ?? '')),
    extract(none, 'info_hash', hex(row['info'])),
  )
  same(context, hex(row['key_schedule_context']), 'key_schedule_context')
  const secret = extract(hex(row['shared_secret']), 'secret', hex(row['psk'] ?? ''))
  same(secret, hex(row['secret']), 'secret')
  same(expand(secret, 'key', context, key), hex(row['key']), 'key')
  const nonce = key === 0 ? 0 : 12
  same(expand(secret, 'base_nonce', context, nonce), hex(row['base_nonce']), 'base_nonce')
  same(expand(secret, 'exp', context, 32), hex(row['exporter_secret']), 'exporter_secret')
}

/** DHKEM, section 4.1. */
function shared(api: Api, row: Row): Uint8Array {
  const recipient = { type: 'X25519', bytes: hex(row['pkRm']) } as const
  const dh = (secret: unknown) => agree(api, 'X25519', hex(secret), recipient)
  const auth = has(row, 'skSm')
  const { extract, expand } = labeled(api, join(utf8('KEM'), u16(0x20)))
  const secret = extract(none, 'eae_prk', join(dh(row['skEm']), auth ? dh(row['skSm']) : none))
  const context = join(hex(row['enc']), recipient.bytes, auth ? hex(row['pkSm']) : none)
  return expand(secret, 'shared_secret', context, 32)
}

/** The number of a message: its nonce is the base nonce with the number in it. */
function numberOf(row: Row, encryption: Row): number {
  const [nonce, base] = [hex(encryption['nonce']), hex(row['base_nonce'])]
  return nonce.reduce((sum, byte, index) => sum * 256 + (byte ^ (base[index] ?? 0)), 0)
}

/** One context for the messages of a row, in order: to reach message n takes n messages. */
class Shared {
  readonly #row: Row
  #ends: (Ends & { next: number }) | undefined

  constructor(row: Row) {
    this.#row = row
  }

  use(api: Api, number: number, use: (ends: Ends) => void): void {
    if ((this.#ends?.next ?? 0) > number) this.close()
    const ends = this.#ends ?? { ...open(api, this.#row), next: 0 }
    // What fails may leave the two ends at different numbers.
    this.#ends = undefined
    for (; ends.next < number; ends.next += 1) ends.receiver.open(ends.sender.seal(none))
    use(ends)
    this.#ends = { ...ends, next: number + 1 }
  }

  close(): void {
    if (this.#ends) closeBoth(this.#ends)
    this.#ends = undefined
  }
}

function seals(api: Api, row: Row, encryption: Row, shared: Shared): void {
  suite(row)
  const number = numberOf(row, encryption)
  same(number < 100_000, true, 'a number that can be reached')
  const [text, aad, sealed] = [hex(encryption['pt']), hex(encryption['aad']), hex(encryption['ct'])]
  shared.use(api, number, ({ sender, receiver }) => {
    same(sender.seal(text, { associatedData: aad }), sealed, 'ct')
    judge(
      gives(() => receiver.open(sealed, { associatedData: join(aad, aad, text) })),
      'reject',
    )
    same(receiver.open(sealed, { associatedData: aad }), text, 'pt')
  })
  if (list(row, 'encryptions').at(-1) === encryption) shared.close()
}

function exports(api: Api, row: Row, exported: Row): void {
  const [context, length] = [hex(exported['exporter_context']), Number(exported['L'])]
  withPair(api, row, (sender, receiver) => {
    same(sender.export(context, length), hex(exported['exported_value']), 'exported_value')
    same(receiver.export(context, length), hex(exported['exported_value']), 'exported_value')
  })
}

/** One bit in each byte of the first ciphertext and its associated data; some of `info` and `enc`. */
function refuses(api: Api, row: Row): void {
  suite(row)
  const [first] = list(row, 'encryptions')
  if (first === undefined) return
  const [sealed, aad] = [hex(first['ct']), hex(first['aad'])]
  withPair(api, row, (_, receiver) => {
    for (const changed of flipped(sealed, 1)) refused(receiver, changed, aad)
    for (const changed of flipped(aad, 1)) refused(receiver, sealed, changed)
  })
  for (const name of ['info', 'enc'])
    for (const changed of flipped(hex(row[name]), 10)) {
      const other = { ...row, [name]: Buffer.from(changed).toString('hex') }
      attempt(() => withPair(api, other, (_, receiver) => refused(receiver, sealed, aad)))
    }
}

function refused(receiver: Receiver, sealed: Uint8Array, aad: Uint8Array): void {
  judge(
    gives(() => receiver.open(sealed, { associatedData: aad })),
    'reject',
  )
}

/** The bytes with one bit changed, at every `step`th place in turn. */
function* flipped(bytes: Uint8Array, step: number): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += step)
    yield bytes.map((byte, index) => (index === start ? byte ^ (1 << (start % 8)) : byte))
}
