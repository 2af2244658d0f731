import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/session/v1.json' with { type: 'json' }
import { Encoding, Handshake, Peer, Ring, RingGo, Sage, Session } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { refusal } from './setup/help.js'

const { decode: hex, encode: toHex } = Encoding.hex
const utf8 = (text: string) => new TextEncoder().encode(text)
const bound = { associatedData: utf8('aad') }
/** As `toEqual`, which takes seconds for a long array. */
const equal = (first: Uint8Array, other: Uint8Array) =>
  first.length === other.length && first.every((byte, index) => byte === other[index])
const secret = new Uint8Array(32).fill(7)
const start = new Date('2026-01-01T00:00:00Z')

type Extra = Partial<Session.create.Options>
const pair = (initiator: Extra = {}, responder: Extra = initiator) => {
  const common = { secret, context: utf8('test'), now: () => start }
  return {
    a: Session.create({ ...common, role: 'initiator', ...initiator }),
    b: Session.create({ ...common, role: 'responder', ...responder }),
  }
}

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/session.rs alone.
  const u32 = (value: number) => {
    const out = new Uint8Array(4)
    new DataView(out.buffer).setUint32(0, value)
    return out
  }
  const lp = (part: Uint8Array) => join(u32(part.length), part)
  const schedule = (key: Uint8Array, context: Uint8Array) => {
    const salt = sha256(join(lp(utf8('countersign/session-context/v1')), lp(context)))
    const root = extract(sha256, key, salt)
    const keys = expand(sha256, root, utf8('countersign/session/v1'), 96)
    const chains = expand(sha256, root, utf8('countersign/session-chains/v1'), 96)
    const keysAt = (role: 0 | 1, epoch: number) => {
      let chain = chains.slice(32 * role, 32 * role + 32)
      let now = {
        key: keys.slice(32 * role, 32 * role + 32),
        iv: keys.slice(64 + 12 * role, 76 + 12 * role),
      }
      for (let each = 1; each <= epoch; each += 1) {
        const info = join(utf8('countersign/session-epoch/v1'), u32(each))
        const okm = expand(sha256, chain, info, 76)
        chain = okm.slice(0, 32)
        now = { key: okm.slice(32, 64), iv: okm.slice(64) }
      }
      return now
    }
    return { keysAt, id: keys.slice(88) }
  }
  const nonce = (iv: Uint8Array, sequence: Uint8Array) =>
    iv.map((byte, index) => (index < 4 ? byte : byte ^ (sequence[index - 4] as number)))

  test.each(own.sessions)('session $id', (session) => {
    const keys = schedule(hex(session.secret), hex(session.context))
    expect(toHex(keys.id)).toBe(session.id)
    const counts = { initiator: 0, responder: 0 }
    const epochs = new Set<number>()
    for (const row of session.messages) {
      const from = row.from as Session.Role
      const message = hex(row.message)
      const view = new DataView(message.buffer)
      expect([message[0], message[1]]).toEqual([1, session.padding === 0 ? 0 : 1])
      expect(view.getBigUint64(6)).toBe(BigInt(counts[from]))
      counts[from] += 1
      epochs.add(view.getUint32(2))
      const { key, iv } = keys.keysAt(from === 'initiator' ? 0 : 1, view.getUint32(2))
      const aad = join(message.slice(0, 14), hex(row.associatedData))
      const cipher = chacha20poly1305(key, nonce(iv, message.slice(6, 14)), aad)
      const content = cipher.decrypt(message.slice(14))
      let plaintext = hex(row.plaintext)
      if (session.padding !== 0) {
        const rest = session.padding - ((plaintext.length + 1) % session.padding)
        plaintext = join(plaintext, Uint8Array.of(0x80), new Uint8Array(rest % session.padding))
      }
      expect(content).toEqual(plaintext)
    }
    expect([...epochs]).toEqual([0, 1])
  })

  test('fresh bytes of both sides are mixed into the context', () => {
    const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
    const label = lp(utf8('countersign/session-fresh/v1'))
    const mixed = sha256(join(label, lp(utf8('test')), first, second))
    const { a, b } = pair(
      { fresh: { ours: first, theirs: second } },
      { fresh: { ours: second, theirs: first } },
    )
    expect(a.id).toBe(toHex(schedule(secret, mixed).id))
    expect(b.open(a.seal(utf8('hello')))).toEqual(utf8('hello'))
    expect(a.open(b.seal(utf8('back')))).toEqual(utf8('back'))
  })

  test.each(own.sessions)('session $id, by the engine', ({ messages, padding, id, ...row }) => {
    const parts = { secret: hex(row.secret), context: hex(row.context) }
    const sides = {
      initiator: Session.create({ ...parts, role: 'initiator', padding }),
      responder: Session.create({ ...parts, role: 'responder', padding }),
    }
    expect([sides.initiator.id, sides.responder.id]).toEqual([id, id])
    for (const [index, row] of messages.entries()) {
      const from = row.from as Session.Role
      const to = from === 'initiator' ? 'responder' : 'initiator'
      if (index === messages.length / 2) for (const role of [from, to] as const) sides[role].rekey()
      const associated = { associatedData: hex(row.associatedData) }
      expect(toHex(sides[from].seal(hex(row.plaintext), associated))).toBe(row.message)
      expect(sides[to].open(hex(row.message), associated)).toEqual(hex(row.plaintext))
    }
  })
})

describe('a session', () => {
  test('from a kept secret is new with fresh bytes of one side', () => {
    const theirs = new Uint8Array(32).fill(9)
    const make = (ours: number, extra: Extra = {}) =>
      pair({ fresh: { ours: new Uint8Array(32).fill(ours), theirs }, ...extra }).a
    const [first, same, other] = [make(1), make(1), make(2)]
    expect(same.id).toBe(first.id)
    expect(other.id).not.toBe(first.id)
    expect(other.seal(utf8('x'))).not.toEqual(first.seal(utf8('x')))
    expect(() => other.open(pair().b.seal(utf8('x')))).toThrowError(refusal('ERR_SESSION_OPEN'))
    const rows: [unknown, string][] = [
      [{ ours: new Uint8Array(31), theirs }, 'ERR_BYTES_LENGTH'],
      [{ ours: theirs, theirs: new Uint8Array() }, 'ERR_BYTES_LENGTH'],
      [{ ours: theirs }, 'ERR_ARGUMENT'],
      [true, 'ERR_ARGUMENT'],
    ]
    for (const [fresh, want] of rows)
      expect(() => pair({ fresh: fresh as Session.Fresh })).toThrowError(refusal(want))
    expect(() => make(1, { context: new Uint8Array(4097) })).toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
  })

  test('carries messages both ways', () => {
    const { a, b } = pair()
    for (const size of [0, 1, 64, 1000, 65_400, 65_600, 200_000]) {
      const text = new Uint8Array(size).fill(size)
      expect(equal(b.open(a.seal(text)), text)).toBe(true)
      const associated = { associatedData: utf8('x'.repeat(size % 1024)) }
      expect(equal(a.open(b.seal(text, associated), associated), text)).toBe(true)
    }
    expect(a.status()).toMatchObject({
      id: b.id,
      role: 'initiator',
      confirmed: true,
      sent: { epoch: 0, messages: 7 },
      received: { epoch: 0, messages: 7 },
    })
  })

  test('refuses what it must', () => {
    const { a, b } = pair()
    const other = pair({ context: utf8('other') })
    const message = a.seal(utf8('hello'), bound)
    const changed = (offset: number, value: number) =>
      message.map((byte, i) => (i === offset ? value : byte))
    const rows: [string, string, () => unknown][] = [
      ['empty', 'ERR_SESSION_LENGTH', () => b.open(new Uint8Array())],
      ['truncated', 'ERR_SESSION_OPEN', () => b.open(message.slice(0, -1), bound)],
      ['flipped', 'ERR_SESSION_OPEN', () => b.open(changed(20, 1), bound)],
      ['version', 'ERR_SESSION_VERSION', () => b.open(changed(0, 2), bound)],
      ['epoch', 'ERR_SESSION_EPOCH', () => b.open(changed(2, 1), bound)],
      ['sequence', 'ERR_SESSION_OPEN', () => b.open(changed(13, 1), bound)],
      ['no associated data', 'ERR_SESSION_OPEN', () => b.open(message)],
      ['cross-direction', 'ERR_SESSION_OPEN', () => a.open(message, bound)],
      ['cross-session', 'ERR_SESSION_OPEN', () => other.b.open(message, bound)],
      ['oversize', 'ERR_SESSION_SIZE', () => a.seal(new Uint8Array(Session.maxPlaintext + 1))],
      ['no bytes', 'ERR_ARGUMENT', () => a.seal('text' as never)],
      [
        'associated text',
        'ERR_ARGUMENT',
        () => a.seal(message, { associatedData: 'text' as never }),
      ],
    ]
    const before = b.status()
    for (const [name, code, use] of rows) expect(use, name).toThrowError(refusal(code))
    expect(b.status()).toEqual(before)
    expect(b.open(message, bound)).toEqual(utf8('hello'))
    expect(() => b.open(message, bound)).toThrowError(refusal('ERR_SESSION_REPLAYED'))
  })

  test('keeps strict order where it is asked to', () => {
    const { a, b } = pair({}, { ordered: true })
    const messages = [1, 2, 3].map((n) => a.seal(Uint8Array.of(n)))
    const open = (index: number) => b.open(messages[index] as Uint8Array)
    expect(() => open(1)).toThrowError(refusal('ERR_SESSION_ORDER'))
    expect(open(0)).toEqual(Uint8Array.of(1))
    expect(() => open(0)).toThrowError(refusal('ERR_SESSION_REPLAYED'))
  })

  test('rekeys by count, age and by hand', () => {
    let time = start.getTime()
    const now = () => new Date(time)
    const { a, b } = pair({ rekeyMessages: 2, rekeySeconds: 10, now }, { now })
    const epochs = [0, 0, 0, 10, 0].map((seconds) => {
      time += seconds * 1000
      b.open(a.seal(utf8('m')))
      return a.status().sent.epoch
    })
    expect(epochs).toEqual([0, 0, 1, 2, 2])
    a.rekey()
    b.open(a.seal(utf8('m')))
    expect(b.status().received.epoch).toBe(3)
  })

  test('is over by age, idleness, messages and bytes', () => {
    let time = start.getTime()
    const now = () => new Date(time)
    const after = (seconds: number, options: Extra) => {
      const { a } = pair({ ...options, now })
      a.seal(utf8('12345'))
      time += seconds * 1000
      const over = a.isOver()
      return { over, seal: () => a.seal(utf8('12345')) }
    }
    const rows: [string, number, Extra][] = [
      ['ERR_SESSION_EXPIRED', 5, { maxSeconds: 5 }],
      ['ERR_SESSION_IDLE', 5, { maxIdleSeconds: 5 }],
      ['ERR_SESSION_MESSAGES', 0, { maxMessages: 1 }],
      ['ERR_SESSION_BYTES', 0, { maxBytes: 9 }],
    ]
    for (const [code, seconds, options] of rows) {
      const { over, seal } = after(seconds, options)
      expect(over).toBe(seconds > 0)
      expect(seal).toThrowError(refusal(code))
    }
  })

  test('that is not confirmed is silent', () => {
    const { a, b } = pair({}, { confirmed: false })
    expect(() => b.seal(utf8('m'))).toThrowError(refusal('ERR_SESSION_UNCONFIRMED'))
    b.open(a.seal(utf8('m')))
    expect(a.open(b.seal(utf8('m')))).toEqual(utf8('m'))
  })

  test('hides lengths by padding', () => {
    const { a, b } = pair({ padding: 128 }, {})
    for (const size of [0, 1, 126, 127, 128]) {
      const message = a.seal(new Uint8Array(size))
      expect(message).toHaveLength(Math.ceil((size + 1) / 128) * 128 + Session.overhead)
      expect(b.open(message)).toHaveLength(size)
    }
  })

  test('writes into memory of the caller', () => {
    const { a, b } = pair({ padding: 32 })
    for (const size of [0, 5, 31, 70_000]) {
      const text = new Uint8Array(size).fill(9)
      const output = new Uint8Array(size + 64)
      const length = a.sealInto(text, output, bound)
      const content = length - Session.overhead
      const plaintext = new Uint8Array(content + 3).fill(1)
      expect(() =>
        b.openInto(output.subarray(0, length), plaintext.subarray(0, content - 1)),
      ).toThrowError(
        expect.objectContaining({
          code: 'ERR_SESSION_BUFFER',
          want: content,
          got: content - 1,
        }),
      )
      expect(b.openInto(output.subarray(0, length), plaintext, bound)).toBe(size)
      expect(equal(plaintext.subarray(0, size), text)).toBe(true)
      expect(plaintext.subarray(content)).toEqual(new Uint8Array(3).fill(1))
    }
    const sent = a.status().sent
    const short = expect.objectContaining({ code: 'ERR_SESSION_BUFFER', want: 62, got: 61 })
    expect(() => a.sealInto(new Uint8Array(5), new Uint8Array(61))).toThrowError(short)
    expect(a.status().sent).toEqual(sent)
    const shared = new Uint8Array(new ArrayBuffer(64, { maxByteLength: 128 }))
    expect(() => a.sealInto(new Uint8Array(5), shared)).toThrowError(refusal('ERR_ARGUMENT'))
  })

  test('seals and opens batches', () => {
    const { a, b } = pair()
    const texts = Array.from({ length: 100 }, (_, index) => new Uint8Array(index).fill(index))
    const messages = a.sealBatch(texts, bound)
    const broken = messages.map((message, index) => (index === 3 ? message.slice(0, -1) : message))
    const opened = b.openBatch([...broken, ...messages.slice(2, 4)], bound)
    expect(opened[3]).toMatchObject({ state: 'failed', code: 'ERR_SESSION_OPEN' })
    expect(opened[100]).toMatchObject({ state: 'failed', code: 'ERR_SESSION_REPLAYED' })
    expect(opened[101]).toEqual({ state: 'ok', plaintext: texts[3] })
    expect(opened.filter(({ state }) => state === 'ok')).toHaveLength(100)
    expect(a.sealBatch([])).toEqual([])
    expect(b.openBatch([])).toEqual([])
    expect(() => a.sealBatch([new Uint8Array(1), 'x' as never])).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })

  test('closed refuses everything', () => {
    const { a, b } = pair()
    const message = b.seal(utf8('m'))
    a.close()
    a.close()
    const next = pair()
    const uses = [
      () => a.seal(message),
      () => a.open(message),
      () => a.sealInto(message, new Uint8Array(200)),
      () => a.openInto(message, new Uint8Array(200)),
      () => a.sealBatch([message]),
      () => a.openBatch([message]),
      () => a.rekey(),
      () => a.status(),
      () => a.isOver(),
    ]
    for (const use of uses) expect(use).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    expect(next.b.open(next.a.seal(utf8('m')))).toEqual(utf8('m'))
  })

  test.each<[string, Record<string, unknown>]>([
    ['ERR_BYTES_LENGTH', { secret: new Uint8Array(31) }],
    ['ERR_LIMIT_EXCEEDED', { context: new Uint8Array(4097) }],
    ['ERR_SESSION_OPTIONS', { padding: 65_537 }],
    ['ERR_ARGUMENT', { role: 'both' }],
    ['ERR_ARGUMENT', { secret: 'text' }],
    ['ERR_ARGUMENT', { maxSeconds: 0 }],
    ['ERR_ARGUMENT', { rekeyMessages: 1.5 }],
    ['ERR_ARGUMENT', { padding: Number.POSITIVE_INFINITY }],
    ['ERR_ARGUMENT', { ordered: 1 }],
    ['ERR_ARGUMENT', { now: 5 }],
    ['ERR_ARGUMENT', { now: () => 5 }],
  ])('cannot be made: %s %j', (code, wrong) => {
    expect(() => pair(wrong as Extra)).toThrowError(refusal(code))
  })

  test('is made by functions of the package only', () => {
    const forge = Session.Session as unknown as new (...args: unknown[]) => unknown
    expect(
      () =>
        new forge(
          undefined,
          () => 1,
          () => 0,
        ),
    ).toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('options', () => {
  const usual = { secret, role: 'initiator' } as const
  const said = (message: RegExp) =>
    expect.objectContaining({ code: 'ERR_ARGUMENT', message: expect.stringMatching(message) })

  test.each<[string, () => unknown]>([
    ['maxIdleSeconds', () => Session.create({ ...usual, maxIdleSecond: 5 } as never)],
    ['theirs', () => Session.create({ ...usual, fresh: { ours: secret, their: secret } } as never)],
    ['note', () => Session.create(usual).export({ key: Session.ticketKey(), notes: 1 } as never)],
    ['perPeer', () => new Session.SessionManager({ perpeer: 5 } as never)],
    ['maxMessages', () => Sage.Session.fromSeed(secret, { id: 'a', maxMessage: 1 } as never)],
    ['now', () => Handshake.gate({ nov: () => new Date() } as never)],
    ['scope', () => Ring.verify({} as never, [], { scop: 'poll' } as never)],
    ['allowEmbeddedRing', () => RingGo.verify({} as never, { allowEmbededRing: true } as never)],
    ['allowLoss', () => Sage.Metadata.toV1('{}', { alowLoss: true } as never)],
    ['base', () => Peer.toCid('Qm', { bas: 'base36' } as never)],
  ])('refuses a misspelt %s, and names it', (name, use) => {
    expect(use).toThrow(said(new RegExp(`did you mean "${name}"`)))
  })

  test('of a class of the caller count, with what they inherit', () => {
    class Strict {
      get ordered() {
        return true
      }
      maxMessages = 1
    }
    class Mine extends Strict {
      secret = secret
      role = 'initiator' as const
    }
    const session = Session.create(new Mine())
    session.seal(secret)
    expect(() => session.seal(secret)).toThrow(refusal('ERR_SESSION_MESSAGES'))
  })

  test('of Object.prototype never count', () => {
    const polluted = { ordered: true, maxMessages: 1, confirmed: false, context: secret }
    Object.assign(Object.prototype, polluted, { perPeer: 1, limit: 1, scope: 'other' })
    try {
      const [a, b] = [Session.create(usual), Session.create({ ...usual, role: 'responder' })]
      expect([a.status().confirmed, b.status().confirmed]).toEqual([true, true])
      const [first, second] = [a.seal(secret), a.seal(secret)]
      expect(b.open(second)).toEqual(secret)
      expect(b.open(first)).toEqual(secret)
      const sessions = new Session.SessionManager()
      sessions.add(a, { peer: 'a' })
      expect(sessions.counts().live).toBe(1)
    } finally {
      for (const name of [...Object.keys(polluted), 'perPeer', 'limit', 'scope'])
        delete (Object.prototype as Record<string, unknown>)[name]
    }
  })
})
