/**
 * Our own handshake: both messages are read with the parts that the public API offers (`Hpke`, `Keys`,
 * `Session`), from the secrets in the vector, as `rust/core/src/handshake.rs` describes them; and a
 * responder takes the first message as it is, and in no other way.
 *
 * @module
 */

import { createHash } from 'node:crypto'

import { type Api, type Case, isRecord, judge, Mismatch, same } from '../case.js'
import { hex, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import { closing } from '../subject.js'
import type { Row } from './wycheproof.js'

type Secret = import('countersign/hpke').Hpke.RecipientSecret
type Trust = Parameters<Api['Card']['verify']>[1]
type SigningType = 'Ed25519' | 'P-256' | 'secp256k1'

const label = 'countersign/handshake/v1'

export const ownHandshake: Schema = {
  name: 'handshake',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['cases'], 'message1', 'message2', 'transcript', 'hello'),
  *cases({ json }): Iterable<Case> {
    for (const [index, row] of list(json as Row, 'cases').entries()) {
      yield { name: `${index} messages`, run: (api) => reads(api, row) }
      yield { name: `${index} answer`, run: (api) => answers(api, row) }
      yield { name: `${index} refuse`, run: (api) => refuses(api, row) }
    }
  },
  expectations: ['message1', 'message2', 'suite', 'transcript', 'hello', 'key'],
}

const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

function lp(part: Uint8Array | string): Uint8Array {
  const bytes = typeof part === 'string' ? utf8(part) : part
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return join(length, bytes)
}

/** Splits `parts ‖ u16be(length) ‖ box ‖ rest`. */
function split(message: Uint8Array, ...lengths: number[]) {
  let offset = 0
  const take = (length: number) => {
    offset += length
    return message.slice(offset - length, offset)
  }
  const parts = lengths.map(take)
  const [high = 0, low = 0] = take(2)
  return { parts, box: take(high * 256 + low), rest: message.slice(offset) }
}

/** The secret of each share, and the open part of the first message. */
function shares(api: Api, row: Row): { secrets: Map<string, Secret>; open: Uint8Array } {
  const names = row['suites'] as string[]
  const seeds = row['ephemeralSecrets'] as string[]
  const secrets = new Map(names.map((name, index) => [name, share(api, name, hex(seeds[index]))]))
  const parts = [...secrets].map(([name, { publicKey }]) =>
    join(Uint8Array.of(code(name)), publicKey.bytes),
  )
  return { secrets, open: join(Uint8Array.of(1, 1, names.length), ...parts) }
}

const code = (name: string): number => (name === 'X25519' ? 1 : 2)

function share(api: Api, name: string, seed: Uint8Array): Secret {
  return name === 'X25519'
    ? api.Keys.fromSecret('X25519', seed)
    : api.Hpke.fromSecret('X-Wing', seed)
}

function typeOf(side: Row): SigningType {
  const types = { ed25519: 'Ed25519', 'ecdsa-p256-sha256': 'P-256' } as const
  return types[text(side, 'algorithm') as 'ed25519'] ?? 'secp256k1'
}

function publicKey(side: Row) {
  return { type: typeOf(side), bytes: hex(side['key']) }
}

/** Algorithm and key, as claims have them. */
function keyFields(api: Api, side: Row): Uint8Array {
  const multikey = api.Keys.toMultikey(publicKey(side))
  return join(lp(text(side, 'algorithm')), lp(api.Encoding.multibase.decode(multikey).bytes))
}

/** Opens a box: it must hold these claims. Returns the signature that follows them. */
function signatureIn(opened: Uint8Array, claims: Uint8Array, what: string): Uint8Array {
  const signature = opened.slice(-64)
  same(opened, join(claims, lp(signature)), what)
  return signature
}

function hashOf(api: Api, side: Row, statement: Uint8Array, signature: Uint8Array): Uint8Array {
  const algorithm = text(side, 'algorithm') as 'ed25519'
  const good = api.Keys.verify({
    algorithm,
    publicKey: publicKey(side),
    message: statement,
    signature,
  })
  if (!good) throw new Mismatch('the signature does not hold')
  return sha256(join(lp('countersign/handshake-transcript/v1'), lp(statement), lp(signature)))
}

function reads(api: Api, row: Row): void {
  const [initiator, responder] = [object(row, 'initiator'), object(row, 'responder')]
  const recipient = api.Keys.fromSecret('X25519', hex(responder['agreementSecret']))
  const { secrets, open } = shares(api, row)
  const first = split(hex(row['message1']), open.length, 32)
  const [open1 = open, enc1 = open] = first.parts
  same(open1, open, 'the open part of message 1')
  same(first.rest, Uint8Array.of(0), 'the end of message 1')
  const info1 = join(lp(label), lp(open1))
  const receiver = api.Hpke.receiver(enc1, recipient, { info: info1 })
  const issued = Buffer.alloc(8)
  issued.writeBigUInt64BE(BigInt(Number(row['issued'])))
  const names = join(lp(text(initiator, 'did')), lp(text(responder, 'did')))
  const claims1 = join(names, keyFields(api, initiator), lp(hex(row['context'])), issued)
  const signature1 = signatureIn(receiver.open(first.box), claims1, 'claims 1')
  const head1 = ['countersign/handshake-initiator/v1', open1, enc1, recipient.publicKey.bytes]
  const hash1 = hashOf(api, initiator, join(...head1.map(lp), claims1), signature1)

  const suite = text(row, 'suite')
  const second = split(hex(row['message2']), 3, suite === 'X25519' ? 32 : 1120)
  const [open2 = open, enc2 = open] = second.parts
  same(open2, Uint8Array.of(1, 2, code(suite)), 'the open part of message 2')
  const psk = { key: receiver.export(utf8('countersign/handshake-psk/v1'), 32), id: hash1 }
  const secret = secrets.get(suite)
  if (secret === undefined) throw new Mismatch('a suite that was not on offer')
  const resuming = api.Hpke.receiver(enc2, secret, { info: join(lp(label), lp(open2)), psk })
  const claims2 = join(lp(text(responder, 'did')), keyFields(api, responder))
  const signature2 = signatureIn(resuming.open(second.box), claims2, 'claims 2')
  const head2 = ['countersign/handshake-responder/v1', hash1, open2, enc2]
  const hash2 = hashOf(api, responder, join(...head2.map(lp), claims2), signature2)
  same(hash2, hex(row['transcript']), 'transcript')
  const exported = resuming.export(join(utf8('countersign/handshake-session/v1'), hash2), 32)
  greets(api, row, exported, hash2)
  for (const handle of [recipient, ...secrets.values()]) handle.close()
}

/** The first message of the session opens. */
function greets(api: Api, row: Row, secret: Uint8Array, context: Uint8Array): void {
  const session = api.Session.create({
    secret,
    context,
    role: 'responder',
    confirmed: false,
    now: () => new Date(Number(row['issued']) * 1000),
  })
  closing(session as never, () => same(session.open(hex(row['hello'])), utf8('hello'), 'hello'))
}

async function respond(
  api: Api,
  row: Row,
  change: Row = {},
  trust: Trust = trusted(row),
): Promise<string> {
  const [initiator, responder] = [object(row, 'initiator'), object(row, 'responder')]
  const now = () => new Date(Number(row['issued']) * 1000)
  for (const side of [initiator, responder]) {
    const local = api.Keys.fromSecret(typeOf(side) as 'P-256', hex(side['secret']))
    same(
      closing(local, (key) => key.publicKey),
      publicKey(side),
      'key of the secret',
    )
  }
  const signer = api.Keys.fromSecret(typeOf(responder) as 'P-256', hex(responder['secret']))
  const agreement = api.Keys.fromSecret('X25519', hex(responder['agreementSecret']))
  try {
    const { session, suite } = await api.Handshake.respond(hex(row['message1']), signer, trust, {
      did: text(responder, 'did'),
      agreement,
      context: hex(row['context']),
      replay: api.memoryReplayStore({ now }),
      session: { now },
      ...change,
    })
    session.close()
    return suite
  } finally {
    signer.close()
    agreement.close()
  }
}

/** The key of the vector's initiator, as one who knows it trusts it. */
function trusted(row: Row): Trust {
  const initiator = object(row, 'initiator')
  return { keys: [{ key: publicKey(initiator), controller: text(initiator, 'did') }] }
}

async function answers(api: Api, row: Row): Promise<void> {
  same(await respond(api, row), row['suite'], 'suite')
}

async function refuses(api: Api, row: Row): Promise<void> {
  const { did } = object(row, 'initiator')
  for (const [change, trust] of [
    [{ context: utf8('another') }],
    [{ did }],
    [{}, { keys: [] }],
  ] as const) {
    const taken = await respond(api, row, change, trust).then(
      () => true,
      (error: { code?: string }) => !error.code?.startsWith('ERR_HANDSHAKE_'),
    )
    judge(taken, 'reject')
  }
}
