import { describe, expect, test } from 'vitest'
import { Session } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'
import { type Extra, pair, start, utf8 } from './setup/session.js'

const bound = { associatedData: utf8('aad') }

/** As `toEqual`, which takes seconds for a long array. */
const equal = (first: Uint8Array, other: Uint8Array) =>
  first.length === other.length && first.every((byte, index) => byte === other[index])

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
