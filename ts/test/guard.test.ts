import { describe, expect, test } from 'vitest'
import vectors from '../../rust/vectors/sage/message.json' with { type: 'json' }
import { Encoding, Guard, Keys, memoryReplayStore, Sage } from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
const start = Date.parse('2025-10-19T12:34:56Z')
const timeAt = (seconds: number) => new Date(start + seconds * 1000)

/** A guard at a time that the test moves, with 30 seconds of difference between clocks. */
function guarded(options: Guard.create.Options = {}) {
  const clock = { seconds: 0 }
  const guard = Guard.create({ skew: 30, now: () => timeAt(clock.seconds), ...options })
  const check = (message: Partial<Guard.Message>) =>
    guard.check({ peer: 'did:x:a', sent: timeAt(clock.seconds), ...message })
  return { guard, clock, check }
}

describe('the guard', () => {
  test('allows clocks to differ by a minute, as every verifier does', () => {
    const { check } = guarded({ skew: Guard.defaultSkew })
    expect(Guard.defaultSkew).toBe(60)
    expect(check({ nonce: 'n' }).expires).toEqual(timeAt(60))
  })

  test('takes each number, nonce and content once, for a peer and a session', () => {
    const { guard, check } = guarded()
    expect(check({ sequence: 5, nonce: 'n', content: utf8('c') })).toEqual({
      checked: ['time', 'sequence', 'nonce', 'content'],
      expires: timeAt(30),
    })
    expect(() => check({ sequence: 5 })).toThrow(code('ERR_GUARD_REPLAY'))
    expect(() => check({ sequence: 6, nonce: 'n' })).toThrow(code('ERR_GUARD_REPLAY'))
    expect(() => check({ sequence: 6, content: utf8('c') })).toThrow(code('ERR_GUARD_DUPLICATE'))
    // What was refused changed nothing.
    check({ sequence: 6 })
    check({ session: 's2', sequence: 5, nonce: 'n' })
    check({ peer: 'did:x:b', sequence: 5, nonce: 'n' })
    check({ sequence: 2n ** 64n - 1n })
    expect(() => check({ sequence: 7 })).toThrow(code('ERR_GUARD_SEQUENCE'))
    expect(guard.counts).toEqual({ sessions: 3, marks: 4 })
    guard.close()
    expect(() => check({ sequence: 9 })).toThrow(code('ERR_HANDLE_CLOSED'))
  })

  test('in order', () => {
    const { check, clock } = guarded({ ordered: true })
    check({ sequence: 5 })
    expect(() => check({ sequence: 4 })).toThrow(code('ERR_GUARD_SEQUENCE'))
    expect(() => check({ sequence: 6, sent: timeAt(-1) })).toThrow(code('ERR_GUARD_BEFORE_START'))
    check({ sequence: 6, sent: timeAt(30) })
    clock.seconds = 2
    // A clock that was ahead shuts out nothing.
    check({ sequence: 7 })
    expect(() => check({ sequence: 8, sent: timeAt(1) })).toThrow(code('ERR_GUARD_ORDER'))
  })

  test('knows the time, which never runs back', () => {
    const { clock, check } = guarded()
    expect(() => check({ nonce: 'n', sent: timeAt(31) })).toThrow(code('ERR_GUARD_NOT_YET'))
    check({ nonce: 'n' })
    clock.seconds = 30
    expect(() => check({ nonce: 'x', sent: timeAt(0) })).toThrow(code('ERR_GUARD_EXPIRED'))
    clock.seconds = 0
    expect(() => check({ nonce: 'n', sent: timeAt(0) })).toThrow(code('ERR_GUARD_EXPIRED'))
    clock.seconds = 31
    check({ nonce: 'n' })
  })

  test('refuses where a live message would have to be forgotten', () => {
    const { clock, check } = guarded({ marks: 16, sessions: 16 })
    check({ nonce: '1' })
    check({ nonce: '2' })
    expect(() => check({ nonce: '3' })).toThrow(code('ERR_GUARD_FULL'))
    check({ peer: 'did:x:b', nonce: '1' })
    expect(() => check({ nonce: '1' })).toThrow(code('ERR_GUARD_REPLAY'))
    clock.seconds = 30
    check({ nonce: '3' })
  })

  test('a store outlives it, and serves several machines', async () => {
    const store = memoryReplayStore({ now: () => timeAt(0) })
    const [first, second] = [guarded(), guarded({ since: timeAt(-100) })]
    const message = { peer: 'did:x:a', sent: timeAt(0), nonce: 'n', content: utf8('c') }
    await first.guard.checkIn(message, { replay: store })
    await expect(second.guard.checkIn(message, { replay: store })).rejects.toThrow(
      code('ERR_REPLAY'),
    )
    await second.guard.checkIn({ ...message, nonce: 'n2', content: utf8('c2') }, { replay: store })
  })

  test('a peer takes its own share of a store, and no misspelt member is passed over', async () => {
    const store = memoryReplayStore({ now: () => timeAt(0), perSender: 1 })
    const { guard } = guarded()
    const send = (peer: string, nonce: string) =>
      guard.checkIn({ peer, sent: timeAt(0), nonce }, { replay: store })
    await send('did:x:a', '1')
    await expect(send('did:x:a', '2')).rejects.toThrow(code('ERR_REPLAY_FULL'))
    await send('did:x:b', '2')
    const misspelt = { peer: 'did:x:c', sent: timeAt(0), nonce: '3', sequnce: 1 } as never
    await expect(guard.checkIn(misspelt, { replay: store })).rejects.toThrow(code('ERR_ARGUMENT'))
  })

  test('a store that refuses or fails leaves the guard as it was', async () => {
    const { guard } = guarded()
    const message = {
      peer: 'did:x:a',
      sent: timeAt(0),
      sequence: 1,
      nonce: 'n',
      content: utf8('c'),
    }
    const broken = () => {
      throw new Error('the database is gone')
    }
    await expect(guard.checkIn(message, { replay: { checkAndMark: broken } })).rejects.toThrow(
      'database',
    )
    await expect(guard.checkIn(message, { replay: { checkAndMark: () => false } })).rejects.toThrow(
      code('ERR_REPLAY'),
    )
    expect(guard.counts).toEqual({ sessions: 0, marks: 0 })
    const marked: [string, number][] = []
    const store = { checkAndMark: (name: string, end: number) => marked.push([name, end]) > 0 }
    const late = { ...message, sent: timeAt(-40) }
    await expect(guard.checkIn(late, { replay: store })).rejects.toThrow(
      code('ERR_GUARD_BEFORE_START'),
    )
    expect(marked).toEqual([])
    await guard.checkIn(message, { replay: store })
    // One mark for all of it, in one step.
    expect(marked).toEqual([[expect.stringMatching(/^[\w-]{43}$/), +timeAt(30) / 1000]])
    await expect(guard.checkIn(message, { replay: store })).rejects.toThrow(
      code('ERR_GUARD_REPLAY'),
    )
    expect(marked).toHaveLength(1)
  })

  test('what is changed while the store is asked changes nothing', async () => {
    const { guard } = guarded()
    const message = { peer: 'did:x:a', sent: timeAt(0), content: utf8('c') }
    const store = {
      checkAndMark: () => {
        message.content.fill(0)
        return true
      },
    }
    await guard.checkIn(message, { replay: store })
    const again = { ...message, content: utf8('c') }
    expect(() => guard.check(again)).toThrow(code('ERR_GUARD_DUPLICATE'))
  })

  test('two checks at once: one passes', async () => {
    const { guard } = guarded()
    const message = { peer: 'did:x:a', sent: timeAt(0), nonce: 'n' }
    const all = Array.from({ length: 20 }, async () => guard.check(message))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('arguments', () => {
    const { guard, check } = guarded()
    expect(() => check({})).toThrow(code('ERR_GUARD_EMPTY'))
    expect(() => check({ nonce: '' })).toThrow(code('ERR_GUARD_EMPTY'))
    for (const sequence of [-1, 1.5, -1n, 2n ** 64n])
      expect(() => check({ sequence })).toThrow(code('ERR_ARGUMENT'))
    expect(() => guard.check({} as never)).toThrow(code('ERR_ARGUMENT'))
    expect(() => Reflect.construct(Guard.MessageGuard, [undefined, {}])).toThrow(
      code('ERR_ARGUMENT'),
    )
  })
})

describe('what a guard is given', () => {
  const near = (name: string) =>
    expect.objectContaining({
      code: 'ERR_ARGUMENT',
      message: expect.stringContaining(`did you mean "${name}"?`),
    })

  test('a misspelt member is refused by name, and one of a class counts', () => {
    expect(() => Guard.create({ orderd: true } as never)).toThrow(near('ordered'))
    const guard = Guard.create(Object.create({ ordered: true, now: () => timeAt(0) }))
    const message = { peer: 'did:x:a', sent: timeAt(0) }
    const misspelt = { ...message, sequnce: 1, nonce: 'n' } as never
    expect(() => guard.check(misspelt)).toThrow(near('sequence'))
    guard.check(Object.create({ ...message, sequence: 5 }))
    expect(() => guard.check({ ...message, sequence: 4 })).toThrow(code('ERR_GUARD_SEQUENCE'))
  })

  test('Object.prototype changes nothing', () => {
    const { check } = guarded()
    Object.assign(Object.prototype, { session: 'other', nonce: 'n', ordered: true })
    try {
      expect(check({ sequence: 5 }).checked).toEqual(['time', 'sequence'])
      expect(check({ sequence: 4 }).checked).toEqual(['time', 'sequence'])
      expect(() => check({})).toThrow(code('ERR_GUARD_EMPTY'))
    } finally {
      for (const name of ['session', 'nonce', 'ordered'])
        Reflect.deleteProperty(Object.prototype, name)
    }
  })

  test('Object.prototype changes nothing of what a store marks', async () => {
    const marks: string[] = []
    const store = { checkAndMark: (mark: string) => marks.push(mark) > 0 }
    const send = () =>
      guarded().guard.checkIn({ peer: 'did:x:a', sent: timeAt(0), nonce: 'n' }, { replay: store })
    await send()
    Object.assign(Object.prototype, { content: utf8('c') })
    try {
      expect((await send()).checked).toEqual(['time', 'nonce'])
    } finally {
      Reflect.deleteProperty(Object.prototype, 'content')
    }
    expect(marks[1]).toBe(marks[0])
  })
})

describe('messages of SAGE', () => {
  const row = vectors.cases[0] as Readonly<Record<string, string>> | undefined
  const message: Sage.Guard.Message = {
    agentDid: row?.['agent_did'] ?? '',
    messageId: row?.['message_id'] ?? '',
    timestamp: row?.['timestamp'] ?? '',
    nonce: row?.['nonce'] ?? '',
    body: row?.['body'] ?? '',
  }
  const now = timeAt(0)

  test('base and signature are SAGE’s', () => {
    expect(Sage.Guard.signatureBase(message)).toBe(row?.['base'])
    const seed = Uint8Array.from({ length: 32 }, (_, index) => index)
    const signer = Keys.fromSecret('Ed25519', seed)
    const signature = Sage.Guard.sign(message, signer)
    expect(Encoding.hex.encode(signature)).toBe(row?.['ed25519_signature'])
    const key = signer.publicKey
    const { guard } = guarded({ skew: 300 })
    const proven = Sage.Guard.verify({ message, signature }, { key }, { now, guard })
    expect(proven.uncovered).not.toContain('replay')
    expect(proven).toMatchObject({ agentDid: message.agentDid, sent: timeAt(0) })
    expect(() => Sage.Guard.verify({ message, signature }, { key }, { now, guard })).toThrow(
      code('ERR_GUARD_REPLAY'),
    )
    expect(Sage.Guard.verify({ message, signature }, { key }, { now }).uncovered).toContain(
      'replay',
    )
  })

  test('the guard marks what was verified, whatever the message says after it', () => {
    const signer = Keys.generate('Ed25519')
    const signature = Sage.Guard.sign(message, signer)
    let reads = 0
    const shifting = {
      ...message,
      get nonce() {
        reads += 1
        return reads === 1 ? message.nonce : `other${reads}`
      },
    }
    const { guard } = guarded({ skew: 300 })
    const trust = { key: signer.publicKey }
    const options = { now, guard }
    Sage.Guard.verify({ message: shifting, signature }, trust, options)
    const signed = { message, signature }
    expect(() => Sage.Guard.verify(signed, trust, options)).toThrow(code('ERR_GUARD_REPLAY'))
    const misspelt = { ...options, gaurd: guard } as never
    expect(() => Sage.Guard.verify(signed, trust, misspelt)).toThrow(code('ERR_ARGUMENT'))
    signer.close()
  })

  test('what SAGE lets pass is refused', () => {
    const signer = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-sha256' })
    const signature = Sage.Guard.sign(message, signer)
    expect(signature.length).toBe(65)
    const key = signer.publicKey
    const verify = (change: object, bytes = signature, options: object = {}) =>
      Sage.Guard.verify(
        { message: { ...message, ...change }, signature: bytes },
        { key },
        { now, ...options },
      )
    verify({})
    const table: [object, string][] = [
      [{ fields: [] }, 'ERR_MESSAGE_SAGE_FIELDS'],
      [{ fields: ['body'] }, 'ERR_MESSAGE_SAGE_FIELDS'],
      [{ nonce: 'n\nbody: evil' }, 'ERR_MESSAGE_SAGE_AMBIGUOUS'],
      [{ nonce: '' }, 'ERR_MESSAGE_SAGE_MALFORMED'],
      [{ timestamp: 'now' }, 'ERR_MESSAGE_SAGE_MALFORMED'],
      [{ body: 'other' }, 'ERR_MESSAGE_SAGE_SIGNATURE'],
      [{ algorithm: 'EdDSA' }, 'ERR_MESSAGE_SAGE_SIGNATURE'],
    ]
    for (const [change, want] of table) expect(() => verify(change)).toThrow(code(want))
    const longer = Uint8Array.from([...signature, 0])
    expect(() => verify({}, longer)).toThrow(code('ERR_MESSAGE_SAGE_SIGNATURE'))
    expect(() => verify({}, signature, { now: timeAt(301) })).toThrow(code('ERR_MESSAGE_SAGE_TIME'))
    expect(() => Sage.Guard.sign(message, Keys.generate('P-256'))).toThrow(
      code('ERR_KEY_ALGORITHM'),
    )
  })

  test('a guard says how old a message may be', () => {
    const signer = Keys.generate('Ed25519')
    const signature = Sage.Guard.sign(message, signer)
    const key = signer.publicKey
    const late = timeAt(100)
    const verify = (options: Guard.create.Options) => {
      const { guard } = guarded({ now: () => late, since: timeAt(-1), ...options })
      return Sage.Guard.verify({ message, signature }, { key }, { now: late, guard })
    }
    expect(() => verify({})).toThrow(code('ERR_MESSAGE_SAGE_TIME'))
    expect(verify({ skew: Sage.Guard.defaultSkew })).toMatchObject({ sent: timeAt(0) })
  })

  test('SAGE’s hash of a header', () => {
    const header = { sequence: 7, nonce: 'abc', timestamp: '2025-10-19T12:34:56.789Z' }
    expect(Sage.Guard.headerHash(header)).toBe(
      '46b9b6b43ed8003313dc762f4662436872b1ce83216fdb69dd5f9c7dcaa2a1a1',
    )
  })
})
