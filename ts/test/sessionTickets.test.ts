import { describe, expect, test } from 'vitest'
import { memoryReplayStore, Session } from '../src/index.js'
import { refusal } from './setup/help.js'

const utf8 = (text: string) => new TextEncoder().encode(text)
const secret = new Uint8Array(32).fill(7)
let time = new Date('2026-01-01T00:00:00Z').getTime()
const now = () => new Date(time)

const pair = () => ({
  a: Session.create({ secret, role: 'initiator', now }),
  b: Session.create({ secret, role: 'responder', now }),
})
const fresh = () => ({ key: Session.ticketKey(), replay: memoryReplayStore({ now }), now })
const changed = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

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

describe('a ticket', () => {
  test('closes its session and resumes under new keys, once', async () => {
    const { id, old, mine, theirs, closed } = putAway(utf8('did:web:b.example'))
    for (const session of closed)
      expect(() => session.seal(utf8('m'))).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    for (const session of closed) session.close()

    const resumption = await Session.resume(mine.ticket, mine)
    expect(resumption.note).toEqual(utf8('did:web:b.example'))
    expect(Session.resumptionOf(resumption.message)).toBe(id)
    const answered = await Session.answerResumption(theirs.ticket, resumption.message, theirs)
    const [a, b] = [resumption.finish(answered.answer), answered.session]
    expect(a.id).toBe(b.id)
    expect(a.id).not.toBe(id)
    expect(() => b.seal(utf8('m'))).toThrowError(refusal('ERR_SESSION_UNCONFIRMED'))
    expect(() => b.open(old)).toThrowError(refusal('ERR_SESSION_EPOCH'))
    expect(b.open(a.seal(utf8('new')))).toEqual(utf8('new'))
    expect(a.open(b.seal(utf8('back')))).toEqual(utf8('back'))
    expect(a.status().sent.epoch).toBe(1)

    expect(() => resumption.finish(answered.answer)).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    await expect(Session.resume(mine.ticket, mine)).rejects.toThrowError(refusal('ERR_REPLAY'))
    const again = Session.answerResumption(theirs.ticket, resumption.message, theirs)
    await expect(again).rejects.toThrowError(refusal('ERR_REPLAY'))
  })

  test('is taken by one of many that try at once', async () => {
    const { mine } = putAway()
    const all = Array.from({ length: 8 }, () => Session.resume(mine.ticket, mine))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not used up by a forged message, nor a resumption by a forged answer', async () => {
    const { mine, theirs } = putAway()
    const resumption = await Session.resume(mine.ticket, mine)
    const forged = changed(resumption.message, 30)
    const answering = (message: Uint8Array) =>
      Session.answerResumption(theirs.ticket, message, theirs)
    await expect(answering(forged)).rejects.toThrowError(refusal('ERR_SESSION_RESUME'))
    const { answer } = await answering(resumption.message)
    expect(() => resumption.finish(changed(answer, 40))).toThrowError(refusal('ERR_SESSION_RESUME'))
    resumption.finish(answer).close()
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
      await expect(Session.resume(ticket, { ...mine, ...change })).rejects.toThrowError(
        refusal(code),
      )
    const wrong = Session.answerResumption(theirs.ticket, new Uint8Array(79), theirs)
    await expect(wrong).rejects.toThrowError(refusal('ERR_SESSION_RESUME_MALFORMED'))
    expect(() => Session.resumptionOf(mine.ticket)).toThrowError(
      refusal('ERR_SESSION_RESUME_MALFORMED'),
    )
    time += 3_600_000
    await expect(Session.resume(mine.ticket, mine)).rejects.toThrowError(
      refusal('ERR_SESSION_TICKET_EXPIRED'),
    )
  })

  test('needs a session that can be put away', () => {
    const { a } = pair()
    const key = Session.ticketKey(secret)
    expect(() => a.export({ key, note: new Uint8Array(1025) })).toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
    a.seal(utf8('still open'))
    const b = Session.create({ secret, role: 'responder', confirmed: false })
    expect(() => b.export({ key })).toThrowError(refusal('ERR_SESSION_UNCONFIRMED'))
    expect(() => a.export({ key: secret as never })).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => Session.ticketKey(secret.slice(1))).toThrowError(refusal('ERR_BYTES_LENGTH'))
    key.close()
    expect(() => a.export({ key })).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    a.seal(utf8('still open'))
  })

  test('opens under the same bytes in another handle', async () => {
    const { a } = pair()
    const ticket = a.export({ key: Session.ticketKey(secret) })
    const { replay } = fresh()
    const resumption = await Session.resume(ticket, { key: Session.ticketKey(secret), replay, now })
    expect(resumption.message).toHaveLength(79)
    resumption.close()
    expect(() => resumption.finish(new Uint8Array(79))).toThrowError(refusal('ERR_HANDLE_CLOSED'))
  })
})
