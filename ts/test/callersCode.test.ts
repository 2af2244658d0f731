// Code of the caller that throws in the middle of a call: its own error comes out, and no handle is lost.

import { describe, expect, test } from 'vitest'

import { Guard, Handshake, Keys, memoryReplayStore, Sage, Session } from '../src/subpath/all.js'
import { documentOf } from './setup/document.js'
import { refusal } from './setup/help.js'

const secret = new Uint8Array(32).fill(7)
const bytes = new Uint8Array([1, 2, 3])
const date = new Date(1_760_000_000_000)
const thrown = new Error('the clock of the caller')
const witness = Keys.generate('Ed25519')

/** Whether every handle is still there: an engine that is dropped takes all. */
const alive = () => expect(Keys.sign(bytes, witness)).toHaveLength(64)

/** A clock that throws at its `nth` call, once. */
function clockThatThrows(nth: number): { readonly now: () => Date; done: () => boolean } {
  let calls = 0
  const now = () => {
    calls += 1
    if (calls === nth) throw thrown
    return date
  }
  return { now, done: () => calls < nth }
}

/** Runs `use` with a clock that throws at its first call, at its second, and so on while there are more. */
async function atEveryCall(use: (now: () => Date) => unknown): Promise<number> {
  for (let nth = 1; ; nth += 1) {
    const { now, done } = clockThatThrows(nth)
    const outcome = await Promise.resolve()
      .then(() => use(now))
      .then(
        () => 'no error',
        (error: unknown) => error,
      )
    alive()
    if (done()) return nth - 1
    expect(outcome, `call ${nth} of the clock`).toBe(thrown)
  }
}

const role = 'initiator'
const theirs = (options: Partial<Session.create.Options> = {}) =>
  Session.create({ secret, role: 'responder', now: () => date, ...options })

function putAway(side: Session.Role) {
  const session = Session.create({ secret, role: side, now: () => date })
  const key = Session.ticketKey()
  const replay = memoryReplayStore({ now: () => date })
  return { key, replay, ticket: session.export({ key }) }
}

async function asked() {
  const { ticket, ...options } = putAway('initiator')
  return Session.resume(ticket, { ...options, now: () => date })
}

const agent = (name: string) => {
  const did = `did:web:${name}.example`
  const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
  return { did, signer, agreement, document: documentOf(did, signer, agreement) }
}
const [alice, bob] = [agent('alice'), agent('bob')]
const initiate = (now: () => Date) =>
  Handshake.initiate(
    alice.signer,
    { document: bob.document },
    { did: alice.did, peer: bob.did, session: { now } },
  )
const respond = (message: Uint8Array, now: () => Date) =>
  Handshake.respond(
    message,
    bob.signer,
    { document: alice.document },
    {
      agreement: bob.agreement,
      did: bob.did,
      replay: memoryReplayStore({ now: () => date }),
      session: { now },
    },
  )

const sage = {
  ask: () =>
    Sage.Handshake.initiate(
      alice.signer,
      { key: bob.agreement.publicKey },
      { did: alice.did, peer: bob.did, context: 'ctx-1', now: date },
    ),
  answer: (request: Sage.Handshake.Request, now: () => Date) =>
    Sage.Handshake.respond(
      request,
      bob.signer,
      { key: alice.signer.publicKey },
      {
        did: bob.did,
        agreement: bob.agreement,
        peer: alice.did,
        replay: memoryReplayStore({ now: () => date }),
        now,
      },
    ),
}
const exporter = secret
const id = 'session-1'

/** What runs under a session's own clock, after the one call that its making takes. */
const onSession: Record<string, (session: Session.Session) => unknown> = {
  seal: (session) => session.seal(bytes),
  open: (session) => session.open(theirs().seal(bytes)),
  sealInto: (session) => session.sealInto(bytes, new Uint8Array(99)),
  openInto: (session) => session.openInto(theirs().seal(bytes), new Uint8Array(99)),
  sealBatch: (session) => session.sealBatch([bytes]),
  openBatch: (session) => session.openBatch([theirs().seal(bytes)]),
  rekey: (session) => session.rekey(),
  isOver: (session) => session.isOver(),
  export: (session) => session.export({ key: Session.ticketKey() }),
}

const onSage: Record<string, (session: Sage.Session.SageSession) => unknown> = {
  seal: (session) => session.seal(bytes),
  open: (session) => session.open(Sage.Session.fromSeed(secret, { id }).seal(bytes)),
  signCovered: (session) => session.signCovered(bytes),
  verifyCovered: (session) =>
    session.verifyCovered({
      covered: bytes,
      mac: Sage.Session.fromSeed(secret, { id }).signCovered(bytes),
    }),
}

describe('a clock that throws', () => {
  test.each<[string, number, (now: () => Date) => unknown]>([
    ['Session.create', 1, (now) => Session.create({ secret, role, now })],
    ...Object.entries(onSession).map(
      ([name, use]) =>
        [`session.${name}`, 2, (now: () => Date) => use(Session.create({ secret, role, now }))] as [
          string,
          number,
          (now: () => Date) => unknown,
        ],
    ),
    [
      'Session.resume',
      2,
      (now) => {
        const { ticket, ...options } = putAway('initiator')
        return Session.resume(ticket, { ...options, now })
      },
    ],
    [
      'Session.answerResumption and resumption.finish',
      5,
      async (now) => {
        const { ticket, ...mine } = putAway('initiator')
        const resumption = await Session.resume(ticket, { ...mine, now })
        const other = putAway('responder')
        const { ticket: unused, ...options } = other
        const { answer } = await Session.answerResumption(resumption.message, unused, {
          ...options,
          now,
        })
        return resumption.finish(answer)
      },
    ],
    ['Sage.Session.fromSeed', 1, (now) => Sage.Session.fromSeed(secret, { id, now })],
    ['Sage.Session.fromExporter', 1, (now) => Sage.Session.fromExporter(exporter, { role, now })],
    [
      'Sage.Session.fromAgreement',
      1,
      (now) =>
        Sage.Session.fromAgreement(alice.agreement, {
          peer: bob.agreement.publicKey,
          context: 'c',
          now,
        }),
    ],
    [
      'Sage.Session.fromSharedSecret',
      1,
      (now) =>
        Sage.Session.fromSharedSecret(secret, {
          ephemerals: [alice.agreement.publicKey.bytes, bob.agreement.publicKey.bytes],
          context: 'c',
          now,
        }),
    ],
    ...Object.entries(onSage).map(
      ([name, use]) =>
        [
          `sageSession.${name}`,
          2,
          (now: () => Date) => use(Sage.Session.fromSeed(secret, { id, now })),
        ] as [string, number, (now: () => Date) => unknown],
    ),
    ['new SessionManager', 1, (now) => new Session.SessionManager({ now })],
    [
      'sessions.add, get and sweep',
      4,
      (now) => {
        const sessions = new Session.SessionManager({ now })
        const peer = 'did:web:a.example'
        sessions.get(sessions.add(theirs(), { peer }), { peer })
        sessions.sweep()
      },
    ],
    [
      'gate.check',
      1,
      (now) =>
        Handshake.gate({ now }).check(initiate(() => date).message, { address: '192.0.2.1:443' }),
    ],
    ['Handshake.initiate', 1, initiate],
    ['Handshake.respond', 3, (now) => respond(initiate(() => date).message, now)],
    [
      'pending.finish',
      2,
      async (now) => {
        const pending = initiate(now)
        return pending.finish((await respond(pending.message, () => date)).reply)
      },
    ],
    ['Sage.Handshake.respond', 1, (now) => sage.answer(sage.ask().request, now)],
    [
      'Sage.Handshake.Pending.finish',
      1,
      async (now) => {
        const { request, pending } = sage.ask()
        const { reply } = await sage.answer(request, () => date)
        return pending.finish(reply, { key: bob.signer.publicKey }, { now })
      },
    ],
    [
      'store.checkAndMark',
      1,
      (now) => memoryReplayStore({ now }).checkAndMark('nonce', 1_760_000_100),
    ],
    [
      'guard.check',
      1,
      (now) => Guard.create({ now, since: date }).check({ peer: 'a', nonce: 'n', sent: date }),
    ],
  ])('costs %s nothing but that call', async (_, times, use) => {
    expect(await atEveryCall(use), 'calls of the clock').toBeGreaterThanOrEqual(times)
  })

  test('leaves a session, a resumption and a handshake as they were', async () => {
    let broken = false
    const now = () => {
      if (broken) throw thrown
      return date
    }
    const session = Session.create({ secret, role, now })
    const resumption = await asked()
    const pending = initiate(now)
    const { reply } = await respond(pending.message, () => date)
    broken = true
    for (const use of Object.values(onSession)) expect(() => use(session)).toThrow(thrown)
    expect(() => pending.finish(reply)).toThrow(thrown)
    broken = false
    expect(theirs().open(session.seal(bytes))).toEqual(bytes)
    expect(pending.finish(reply).peer.did).toBe(bob.did)
    resumption.close()
  })
})

describe('what a local signer says of itself', () => {
  test('is not asked of what was written over it', () => {
    const signer = Keys.generate('Ed25519')
    const signature = signer.sign(bytes)
    for (const value of [5, null, undefined, 'ecdsa-p256-sha256', {}]) {
      Object.defineProperty(signer, 'algorithm', { value, configurable: true })
      expect(signer.sign(bytes)).toEqual(signature)
      expect(Keys.sign(bytes, signer)).toEqual(signature)
      alive()
    }
    const get = () => {
      throw thrown
    }
    Object.defineProperty(signer, 'algorithm', { get })
    expect(signer.sign(bytes)).toEqual(signature)
    expect(Keys.sign(bytes, signer)).toEqual(signature)
    alive()
  })

  test('a key for agreement does not sign', () => {
    const agreement = Keys.generate('X25519')
    expect(() => Keys.sign(bytes, agreement as never)).toThrow(refusal('ERR_ARGUMENT'))
    alive()
  })
})
