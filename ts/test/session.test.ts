import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/session/v1.json' with { type: 'json' }
import { Encoding, Handshake, Peer, Ring, RingGo, Sage, Session } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { frame, u32 } from './setup/framing.js'
import { refusal } from './setup/help.js'
import { pair, secret, utf8 } from './setup/session.js'

const { decode: hex, encode: toHex } = Encoding.hex

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/session.rs alone.
  const schedule = (key: Uint8Array, context: Uint8Array) => {
    const salt = sha256(join(frame('countersign/session-context/v1'), frame(context)))
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
    const label = frame('countersign/session-fresh/v1')
    const mixed = sha256(join(label, frame('test'), first, second))
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
