import { chacha20poly1305, xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/session/resume.json' with { type: 'json' }
import { memoryReplayStore, Session } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { frame, u32 } from './setup/framing.js'
import { refusal, unhex } from './setup/help.js'

const utf8 = (text: string) => new TextEncoder().encode(text)
const secret = new Uint8Array(32).fill(7)
let time = new Date('2026-01-01T00:00:00Z').getTime()
const now = () => new Date(time)

const pair = () => ({
  a: Session.create({ secret, role: 'initiator', now }),
  b: Session.create({ secret, role: 'responder', now }),
})
const fresh = () => ({ key: Session.ticketKey(), replay: memoryReplayStore({ now }), now })
const changed = (bytes: Uint8Array, offset: number) =>
  bytes.map((byte, i) => (i === offset ? byte ^ 1 : byte))

/** A session that was used, put away on both sides. */
const putAway = (note?: Uint8Array) => {
  const { a, b } = pair()
  b.open(a.seal(utf8('old')))
  const [mine, theirs] = [fresh(), fresh()]
  const extra = note === undefined ? {} : { note }
  return {
    id: a.id,
    old: a.seal(utf8('late')),
    mine: { ...mine, ticket: a.export({ key: mine.key, ...extra }) },
    theirs: { ...theirs, ticket: b.export({ key: theirs.key, ...extra }) },
    closed: [a, b],
  }
}

type Side = ReturnType<typeof putAway>['mine']
const resume = ({ ticket, ...options }: Side) => Session.resume(ticket, options)
const answer = ({ ticket, ...options }: Side, message: Uint8Array) =>
  Session.answerResumption(message, ticket, options)

describe('our own vectors, by other implementations', () => {
  // Written from the descriptions in rust/core/src/session.rs, session/ticket.rs and session/resume.rs alone.
  const keysOf = (secret: Uint8Array, context: Uint8Array) => {
    const salt = sha256(join(frame('countersign/session-context/v1'), frame(context)))
    const root = extract(sha256, secret, salt)
    return {
      keys: expand(sha256, root, utf8('countersign/session/v1'), 96),
      chains: expand(sha256, root, utf8('countersign/session-chains/v1'), 96),
    }
  }
  const openTicket = (key: Uint8Array, ticket: Uint8Array) => {
    const aad = join(Uint8Array.of(1), utf8('countersign/session-ticket/v1'))
    return xchacha20poly1305(key, ticket.slice(1, 25), aad).decrypt(ticket.slice(25))
  }

  test.each(own.resumptions)('resumption of $oldId', (row) => {
    const old = keysOf(unhex(row.secret), new Uint8Array())
    const resumption = old.chains.slice(64)
    for (const [role, ticket, note] of [
      [1, row.initiatorTicket, row.note],
      [2, row.responderTicket, ''],
    ] as const) {
      const times = new Uint8Array(16)
      new DataView(times.buffer).setBigUint64(0, BigInt(row.now))
      new DataView(times.buffer).setBigUint64(8, BigInt(row.now + 3600))
      const body = join(
        Uint8Array.of(role),
        unhex(row.oldId),
        u32(1),
        times,
        resumption,
        unhex(note),
      )
      expect(openTicket(unhex(row.key), unhex(ticket))).toEqual(body)
    }
    const [hello, answer] = [unhex(row.hello), unhex(row.answer)]
    const head = (kind: number, role: number, fill: number) =>
      join(Uint8Array.of(1, kind, role), unhex(row.oldId), u32(1), new Uint8Array(32).fill(fill))
    const auth = expand(sha256, resumption, utf8('countersign/session-resume-auth/v1'), 32)
    const first = head(0x10, 1, 1)
    expect(hello).toEqual(join(first, hmac(sha256, auth, first)))
    const second = head(0x11, 2, 2)
    expect(answer).toEqual(join(second, hmac(sha256, auth, join(hello, second))))

    const secret = extract(sha256, resumption, join(hello.slice(15, 47), answer.slice(15, 47)))
    const context = join(utf8('countersign/session-resumed/v1'), hello, answer)
    const { keys } = keysOf(secret, context)
    expect(keys.slice(88)).toEqual(unhex(row.newId))
    const message = unhex(row.message)
    // Epoch 2, the first that neither side has used; sequence 0, so the nonce is the iv.
    expect(message.slice(0, 14)).toEqual(join(Uint8Array.of(1, 0), u32(2), new Uint8Array(8)))
    const cipher = chacha20poly1305(keys.slice(0, 32), keys.slice(64, 76), message.slice(0, 14))
    expect(cipher.decrypt(message.slice(14))).toEqual(unhex(row.plaintext))
  })

  test.each(own.resumptions)('resumption of $oldId, by the engine', async (row) => {
    const now = () => new Date(row.now * 1000)
    const options = {
      key: Session.ticketKey({ key: unhex(row.key) }),
      replay: memoryReplayStore({ now }),
      now,
    }
    expect(Session.readResumedId(unhex(row.hello))).toBe(row.oldId)
    const { note, message } = await Session.resume(unhex(row.initiatorTicket), options)
    expect(note).toEqual(unhex(row.note))
    expect(message.slice(0, 15)).toEqual(unhex(row.hello).slice(0, 15))
    const ticket = unhex(row.responderTicket)
    const { answer } = await Session.answerResumption(unhex(row.hello), ticket, options)
    expect(answer.slice(0, 15)).toEqual(unhex(row.answer).slice(0, 15))
  })
})

describe('a ticket', () => {
  test('closes its session and resumes under new keys, once', async () => {
    const { id, old, mine, theirs, closed } = putAway(utf8('did:web:b.example'))
    for (const session of closed)
      expect(() => session.seal(utf8('m'))).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    for (const session of closed) session.close()

    const resumption = await resume(mine)
    expect(resumption.note).toEqual(utf8('did:web:b.example'))
    expect(Session.readResumedId(resumption.message)).toBe(id)
    const answered = await answer(theirs, resumption.message)
    const [a, b] = [resumption.finish(answered.answer), answered.session]
    expect(a.id).toBe(b.id)
    expect(a.id).not.toBe(id)
    expect(() => b.seal(utf8('m'))).toThrowError(refusal('ERR_SESSION_UNCONFIRMED'))
    expect(() => b.open(old)).toThrowError(refusal('ERR_SESSION_EPOCH'))
    expect(b.open(a.seal(utf8('new')))).toEqual(utf8('new'))
    expect(a.open(b.seal(utf8('back')))).toEqual(utf8('back'))
    expect(a.status().sent.epoch).toBe(1)

    expect(() => resumption.finish(answered.answer)).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    await expect(resume(mine)).rejects.toThrowError(refusal('ERR_REPLAY'))
    const again = answer(theirs, resumption.message)
    await expect(again).rejects.toThrowError(refusal('ERR_REPLAY'))
  })

  test('is taken by one of many that try at once', async () => {
    const { mine } = putAway()
    const all = Array.from({ length: 8 }, () => resume(mine))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not used up by a forged message, nor a resumption by a forged answer', async () => {
    const { mine, theirs } = putAway()
    const resumption = await resume(mine)
    const forged = changed(resumption.message, 30)
    await expect(answer(theirs, forged)).rejects.toThrowError(refusal('ERR_SESSION_RESUME'))
    const made = (await answer(theirs, resumption.message)).answer
    expect(() => resumption.finish(changed(made, 40))).toThrowError(refusal('ERR_SESSION_RESUME'))
    resumption.finish(made).close()
  })

  test('is refused', async () => {
    const { mine, theirs } = putAway()
    const rows: [string, Uint8Array, Record<string, unknown>][] = [
      ['ERR_SESSION_TICKET', changed(mine.ticket, 40), {}],
      ['ERR_SESSION_TICKET_VERSION', changed(mine.ticket, 0), {}],
      ['ERR_SESSION_TICKET_VERSION', new Uint8Array(), {}],
      ['ERR_SESSION_TICKET', mine.ticket, { key: theirs.key }],
      ['ERR_ARGUMENT', mine.ticket, { key: secret }],
      ['ERR_ARGUMENT', mine.ticket, { replay: undefined }],
      ['ERR_ARGUMENT', mine.ticket, { replay: {} }],
      ['ERR_ARGUMENT', 'ticket' as never, {}],
      ['ERR_REPLAY', mine.ticket, { replay: { checkAndMark: () => undefined } }],
    ]
    for (const [code, ticket, change] of rows)
      await expect(resume({ ...mine, ...change, ticket })).rejects.toThrowError(refusal(code))
    const wrong = answer(theirs, new Uint8Array(79))
    await expect(wrong).rejects.toThrowError(refusal('ERR_SESSION_RESUME_MALFORMED'))
    expect(() => Session.readResumedId(mine.ticket)).toThrowError(
      refusal('ERR_SESSION_RESUME_MALFORMED'),
    )
    time += 3_600_000
    await expect(resume(mine)).rejects.toThrowError(refusal('ERR_SESSION_TICKET_EXPIRED'))
  })

  test('needs a session that can be put away', () => {
    const { a } = pair()
    const key = Session.ticketKey({ key: secret })
    expect(() => a.export({ key, note: new Uint8Array(1025) })).toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
    a.seal(utf8('still open'))
    const b = Session.create({ secret, role: 'responder', confirmed: false })
    expect(() => b.export({ key })).toThrowError(refusal('ERR_SESSION_UNCONFIRMED'))
    expect(() => a.export({ key: secret as never })).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => Session.ticketKey({ key: secret.slice(1) })).toThrowError(
      refusal('ERR_BYTES_LENGTH'),
    )
    key.close()
    expect(() => a.export({ key })).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    a.seal(utf8('still open'))
  })

  test('opens under the same bytes in another handle', async () => {
    const { a } = pair()
    const ticket = a.export({ key: Session.ticketKey({ key: secret }) })
    const { replay } = fresh()
    const resumption = await Session.resume(ticket, {
      key: Session.ticketKey({ key: secret }),
      replay,
      now,
    })
    expect(resumption.message).toHaveLength(79)
    resumption.close()
    expect(() => resumption.finish(new Uint8Array(79))).toThrowError(refusal('ERR_HANDLE_CLOSED'))
  })
})
