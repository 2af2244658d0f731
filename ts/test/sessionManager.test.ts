import { describe, expect, test, vi } from 'vitest'
import { Session } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const peer = 'did:web:a.example'
let time = new Date('2026-01-01T00:00:00Z').getTime()
const now = () => new Date(time)
let number = 0

/** A session of its own secret, and its other side. */
const start = (options: Partial<Session.create.Options> = {}) => {
  number += 1
  const secret = new Uint8Array(32)
  new DataView(secret.buffer).setUint32(0, number)
  const common = { secret, now }
  return {
    session: Session.create({ ...common, role: 'responder', ...options }),
    other: Session.create({ ...common, role: 'initiator' }),
  }
}
const manager = (options: Session.SessionManager.Options = {}) =>
  new Session.SessionManager({ now, ...options })

describe('a session manager', () => {
  test('finds a session by id and peer only', () => {
    const sessions = manager()
    const { session, other } = start()
    const id = sessions.add(session, { peer })
    expect(id).toBe(other.id)
    const opened = sessions.get(id, { peer }).open(other.seal(Uint8Array.of(1)))
    expect(opened).toEqual(Uint8Array.of(1))
    const unknown = [
      [id, 'did:web:b.example'],
      ['0000000000000000', peer],
      ['__proto__', peer],
    ] as const
    for (const [id, peer] of unknown)
      expect(() => sessions.get(id, { peer })).toThrowError(refusal('ERR_SESSION_UNKNOWN'))
    expect(sessions.ids({ peer })).toEqual([id])
    expect(() => sessions.add(session, { peer })).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => sessions.add({} as Session.Session, { peer })).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
    expect(sessions.remove(id)).toBe(true)
    expect(sessions.remove(id)).toBe(false)
    expect(() => session.status()).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    expect(sessions.ids({ peer })).toEqual([])
    expect(sessions.counts()).toEqual({
      live: 0,
      added: 1,
      closed: 1,
      expired: 0,
      evicted: 0,
      refused: 0,
      unknown: 3,
    })
  })

  test('sweeps what is over, and what others closed', () => {
    const sessions = manager()
    const ids = [100, 200, 300].map((maxSeconds) =>
      sessions.add(start({ maxSeconds }).session, { peer }),
    )
    const { session } = start()
    sessions.add(session, { peer })
    session.close()
    time += 100_000
    expect(() => sessions.get(ids[0] as string, { peer })).toThrowError(
      refusal('ERR_SESSION_UNKNOWN'),
    )
    expect(sessions.counts()).toMatchObject({ live: 2, expired: 1, closed: 1 })
    time += 100_000
    expect(sessions.sweep()).toBe(1)
    expect(sessions.ids({ peer })).toEqual([ids[2]])
    sessions.close()
    expect(sessions.counts()).toMatchObject({ live: 0, added: 4, expired: 2, closed: 2 })
  })

  test('makes room: over, then silent, then unused', () => {
    const sessions = manager({ limit: 3, perPeer: 3, sweepSeconds: 1 })
    const add = (options: Partial<Session.create.Options> = {}) => {
      const made = start(options)
      return { ...made, id: sessions.add(made.session, { peer }) }
    }
    const [oldest, silent, newest] = [add(), add({ confirmed: false }), add()]
    const fourth = add({ confirmed: false })
    expect(() => sessions.get(silent.id, { peer })).toThrowError(refusal('ERR_SESSION_UNKNOWN'))
    // A peer that speaks is silent no longer.
    fourth.session.open(fourth.other.seal(new Uint8Array()))
    sessions.get(oldest.id, { peer })
    add({ maxSeconds: 5 })
    expect(sessions.ids({ peer })).not.toContain(newest.id)
    time += 5_000
    add()
    expect(sessions.counts()).toMatchObject({ live: 3, expired: 1, evicted: 2 })
    expect(sessions.ids({ peer })).toContain(oldest.id)
    expect(sessions.ids({ peer })).toContain(fourth.id)
  })

  test('leaves room for ten peers where nothing else is said: one cannot push out all others', () => {
    const sessions = manager({ limit: 25 })
    const others = Array.from({ length: 9 }, (_, index) => {
      const peer = `did:web:${index}.example`
      return { peer, id: sessions.add(start().session, { peer }) }
    })
    for (let count = 0; count < 30; count += 1) sessions.add(start().session, { peer })
    expect(sessions.ids({ peer })).toHaveLength(3)
    for (const { id, peer } of others) expect(sessions.get(id, { peer })).toBeDefined()
    expect(sessions.counts()).toMatchObject({ live: 12, evicted: 27 })
  })

  test('evicts and refuses nothing while one is over', () => {
    for (const whenFull of ['evict', 'refuse'] as const) {
      const sessions = manager({ limit: 3, perPeer: 2, whenFull })
      const [live] = [start().session, sessions.add(start({ maxSeconds: 5 }).session, { peer })]
      const id = sessions.add(live, { peer })
      time += 5_000
      // No sweep is due, and the one that is over was used later than the other.
      sessions.add(start().session, { peer })
      sessions.add(start({ maxSeconds: 5 }).session, { peer: 'did:web:b.example' })
      time += 5_000
      sessions.add(start().session, { peer: 'did:web:c.example' })
      expect(sessions.counts()).toMatchObject({ live: 3, expired: 2, evicted: 0, refused: 0 })
      expect(sessions.get(id, { peer })).toBe(live)
      sessions.close()
    }
  })

  test('asks none of the others when a peer pushes out its own', () => {
    const sessions = manager({ limit: 100, perPeer: 2 })
    const others = Array.from({ length: 20 }, (_, index) => {
      const { session } = start({ confirmed: false })
      sessions.add(session, { peer: `did:web:${index}.example` })
      return vi.spyOn(session, 'status')
    })
    const mine = [1, 2, 3].map(() => sessions.add(start().session, { peer }))
    expect(sessions.ids({ peer })).toEqual(mine.slice(1))
    for (const status of others) expect(status).not.toHaveBeenCalled()
    // Of its own, too, the one that was not used for longest goes.
    sessions.get(mine[1] as string, { peer })
    const last = sessions.add(start().session, { peer })
    expect(sessions.ids({ peer })).toEqual([mine[1], last])
    sessions.close()
  })

  test('lets a peer push out its own only', () => {
    const sessions = manager({ limit: 10, perPeer: 2 })
    const mine = sessions.add(start().session, { peer })
    const theirs = Array.from({ length: 5 }, () =>
      sessions.add(start().session, { peer: 'did:web:b.example' }),
    )
    expect(sessions.ids({ peer })).toEqual([mine])
    expect(sessions.ids({ peer: 'did:web:b.example' })).toEqual(theirs.slice(3))
  })

  test('refuses when it is full, if asked to', () => {
    const sessions = manager({ limit: 1, whenFull: 'refuse' })
    const { session } = start()
    const id = sessions.add(session, { peer })
    const second = start().session
    expect(() => sessions.add(second, { peer: 'x' })).toThrowError(refusal('ERR_SESSION_FULL'))
    expect(sessions.get(id, { peer })).toBe(session)
    second.status()
    expect(sessions.counts()).toMatchObject({ live: 1, refused: 1 })
  })

  test.each([{ limit: 0 }, { limit: 262_145 }, { whenFull: 'x' }, { perPeer: 0.5 }, { now: 1 }])(
    'cannot be made of %j',
    (options) => {
      expect(() => manager(options as Session.SessionManager.Options)).toThrowError(
        refusal('ERR_ARGUMENT'),
      )
    },
  )
})
