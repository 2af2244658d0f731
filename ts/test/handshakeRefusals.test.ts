import { describe, expect, test } from 'vitest'
import { Handshake, memoryReplayStore } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import {
  type Answering,
  type Asking,
  alice,
  answer,
  ask,
  bob,
  documentOf,
  mallory,
  now,
  talk,
  utf8,
} from './setup/handshake.js'
import { refusal as code } from './setup/help.js'

const later = (seconds: number) => () => new Date(now.getTime() + seconds * 1000)

describe('attacks', () => {
  test('identity misbinding: the victim’s key under another’s DID, relayed', async () => {
    const hers = documentOf(mallory.did, mallory.signer, bob.agreement)
    const pending = ask(alice, mallory, { trust: { document: hers } })
    await expect(answer(bob, pending.message)).rejects.toThrow(code('ERR_HANDSHAKE_RECIPIENT'))
    // A responder who would take it still signs as himself.
    const { reply } = await answer(bob, pending.message, { did: mallory.did })
    expect(() => pending.finish(reply)).toThrow(code('ERR_HANDSHAKE_KEY'))
  })

  test('unknown key share: the initiator’s key under another’s DID', async () => {
    const hers = documentOf(mallory.did, alice.signer, mallory.agreement)
    const pending = ask(alice, bob)
    const trust = { document: hers }
    await expect(answer(bob, pending.message, { trust })).rejects.toThrow(
      code('ERR_HANDSHAKE_DOCUMENT'),
    )
  })

  test('reflection', async () => {
    const pending = ask(alice, bob)
    expect(() => pending.finish(pending.message)).toThrow(code('ERR_HANDSHAKE_MALFORMED'))
    await expect(answer(alice, pending.message)).rejects.toThrow(code('ERR_HANDSHAKE_OPEN'))
    expect(() => ask(alice, alice)).toThrow(code('ERR_HANDSHAKE_SELF'))
  })

  test('a replayed first message is answered once', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const { message } = ask(alice, bob)
    await answer(bob, message, { replay })
    await expect(answer(bob, message, { replay })).rejects.toThrow(code('ERR_REPLAY'))
    // One that is refused is not remembered: another cannot use it up.
    const other = ask(alice, bob)
    const trust = { document: mallory.document }
    await expect(answer(bob, other.message, { replay, trust })).rejects.toThrow()
    await answer(bob, other.message, { replay })
  })

  test('a message that ends while its sender is looked up', async () => {
    const { message } = ask(alice, bob)
    let seconds = 119
    const session = { now: () => later(seconds)() }
    const replay = memoryReplayStore({ now: session.now })
    await answer(bob, message, { session, replay })
    const trust = () => {
      seconds = 120
      return { document: alice.document }
    }
    const again = answer(bob, message, { session, replay, trust })
    await expect(again).rejects.toThrow(code('ERR_HANDSHAKE_EXPIRED'))
    expect(seconds).toBe(120)
  })

  test('downgrade: a share taken out of the first message', async () => {
    const { message } = ask(alice, bob)
    const cut = join(message.slice(0, 2), Uint8Array.of(1), message.slice(1220))
    await expect(answer(bob, cut)).rejects.toThrow(code('ERR_HANDSHAKE_OPEN'))
    const only = ask(alice, bob, { suites: ['X25519'] })
    const suites = ['X25519+ML-KEM-768'] as const
    await expect(answer(bob, only.message, { suites })).rejects.toThrow(code('ERR_HANDSHAKE_SUITE'))
  })

  test('a forged answer changes nothing', async () => {
    const pending = ask(alice, bob, { suites: ['X25519'] })
    const { reply, session } = await answer(bob, pending.message)
    for (let end = 0; end < reply.length; end += 7) {
      const changed = reply.map((byte, index) => (index === end ? byte ^ 4 : byte))
      expect(() => pending.finish(changed)).toThrow()
      expect(() => pending.finish(reply.slice(0, end))).toThrow()
    }
    talk(pending.finish(reply).session, session)
  })
})

describe('refused by the responder', () => {
  const { message } = ask(alice, bob, { suites: ['X25519'] })
  const changed = (offset: number, ...bytes: number[]) =>
    join(message.slice(0, offset), Uint8Array.from(bytes), message.slice(offset + bytes.length))
  const zeros = Array.from({ length: 32 }, () => 0)
  const withDocument = (change: object): Answering => ({
    trust: { document: { ...alice.document, ...change } },
  })
  const answeringAt = (seconds: number): Answering => ({ session: { now: later(seconds) } })
  const rows: [string, string, Answering, Uint8Array?][] = [
    ['another DID', 'ERR_HANDSHAKE_RECIPIENT', { did: mallory.did }],
    ['another key', 'ERR_HANDSHAKE_OPEN', { agreement: mallory.agreement }],
    ['another context', 'ERR_HANDSHAKE_CONTEXT', { context: utf8('orders/2') }],
    ['no context', 'ERR_HANDSHAKE_CONTEXT', { context: new Uint8Array() }],
    ['expired', 'ERR_HANDSHAKE_EXPIRED', answeringAt(120)],
    ['expired, with no skew', 'ERR_HANDSHAKE_EXPIRED', { ...answeringAt(60), skew: 0 }],
    ['future', 'ERR_HANDSHAKE_NOT_YET', answeringAt(-61)],
    ['another document', 'ERR_HANDSHAKE_DOCUMENT', { trust: { document: mallory.document } }],
    ['a pinned key of nobody', 'ERR_HANDSHAKE_KEY', { trust: { key: alice.signer.publicKey } }],
    ['an embedded key', 'ERR_HANDSHAKE_KEY', { trust: { allowEmbeddedKey: true } }],
    [
      'a key for another use',
      'ERR_HANDSHAKE_KEY',
      withDocument({ authentication: [], assertionMethod: [`${alice.did}#auth`] }),
    ],
    ['a share of low order', 'ERR_KEY_SMALL_ORDER', {}, changed(4, ...zeros)],
    ['an encapsulated point of low order', 'ERR_KEY_SMALL_ORDER', {}, changed(36, ...zeros)],
    ['another version', 'ERR_HANDSHAKE_VERSION', {}, changed(0, 2)],
    ['an unknown suite', 'ERR_HANDSHAKE_SUITE', {}, changed(3, 9)],
    ['truncated', 'ERR_HANDSHAKE_MALFORMED', {}, message.slice(0, -1)],
    ['extended', 'ERR_HANDSHAKE_MALFORMED', {}, join(message, zeros as never)],
    ['empty', 'ERR_HANDSHAKE_MALFORMED', {}, new Uint8Array()],
    ['no bytes', 'ERR_ARGUMENT', {}, 'text' as never],
    ['no replay store', 'ERR_ARGUMENT', { replay: undefined as never }],
    ['no agreement', 'ERR_ARGUMENT', { agreement: alice.signer as never }],
    ['a name that is no suite', 'ERR_ARGUMENT', { suites: ['P-256' as never] }],
    ['a suite twice', 'ERR_HANDSHAKE_SUITE', { suites: ['X25519', 'X25519'] }],
  ]
  test.each(rows)('%s', async (_, wanted, change, bytes = message) => {
    await expect(answer(bob, bytes, change)).rejects.toThrow(code(wanted))
  })

  test('a key that is none, by what was given', async () => {
    const refused = answer(bob, message, { agreement: 'a key' as never })
    await expect(refused).rejects.toThrow(/agreement must be a local X25519 key, got string/)
  })

  test('nothing, as it is', async () => {
    await answer(bob, message, answeringAt(119))
    await answer(bob, message, answeringAt(-60))
  })
})

describe('refused by the initiator', () => {
  const rows: [string, string, Asking][] = [
    ['another document', 'ERR_HANDSHAKE_DOCUMENT', { trust: { document: mallory.document } }],
    [
      'a document without key agreement',
      'ERR_HANDSHAKE_KEY',
      { trust: { document: { ...bob.document, keyAgreement: [] } } },
    ],
    ['a DID in another spelling', 'ERR_HANDSHAKE_MALFORMED', { peer: 'DID:web:bob.example' }],
    ['a long context', 'ERR_LIMIT_EXCEEDED', { context: new Uint8Array(1025) }],
    ['no suite', 'ERR_HANDSHAKE_SUITE', { suites: [] }],
    ['bad options of the session', 'ERR_ARGUMENT', { session: { padding: -1 } }],
  ]
  test.each(rows)('%s', (_, wanted, change) => {
    expect(() => ask(alice, bob, change)).toThrow(code(wanted))
  })

  test('an answer that comes too late', async () => {
    let seconds = 0
    const pending = ask(alice, bob, { session: { now: () => later(seconds)() } })
    const { reply } = await answer(bob, pending.message)
    seconds = 120
    expect(() => pending.finish(reply)).toThrow(code('ERR_HANDSHAKE_EXPIRED'))
    seconds = 119
    pending.finish(reply).session.close()
  })

  test('an answer under a key that is not for authentication', async () => {
    const document = { ...bob.document, authentication: [], assertionMethod: [`${bob.did}#auth`] }
    const pending = ask(alice, bob, { trust: { document } })
    const { reply } = await answer(bob, pending.message)
    expect(() => pending.finish(reply)).toThrow(code('ERR_HANDSHAKE_KEY'))
  })
})

describe('cookies', () => {
  const gate = Handshake.gate({ now: () => now })
  const address = { address: '203.0.113.5:4711' }

  test('an address that receives is admitted', async () => {
    const pending = ask(alice, bob)
    const asked = gate.check(pending.message, address) as Uint8Array
    expect(asked.length).toBeLessThan(pending.message.length)
    expect(() => pending.finish(asked)).toThrow(code('ERR_HANDSHAKE_COOKIE_ASKED'))
    const again = pending.retry(asked)
    expect(gate.check(again, address)).toBeUndefined()
    expect(() => gate.check(again, { address: '203.0.113.6:4711' })).toThrow(
      code('ERR_HANDSHAKE_COOKIE'),
    )
    expect(() => Handshake.gate({ now: () => now }).check(again, address)).toThrow(
      code('ERR_HANDSHAKE_COOKIE'),
    )
    const theirs = await answer(bob, again)
    talk(pending.finish(theirs.reply).session, theirs.session)
  })

  test('servers may share the key; a cookie ends', () => {
    const key = new Uint8Array(32).fill(7)
    const [early, late] = [later(0), later(120)].map((now) => Handshake.gate({ key, now }))
    const pending = ask(alice, bob, { suites: ['X25519'] })
    const again = pending.retry(early?.check(pending.message, address) as Uint8Array)
    expect(early?.check(again, address)).toBeUndefined()
    expect(late?.check(again, address)).toBeDefined()
    late?.close()
    expect(() => late?.check(again, address)).toThrow(code('ERR_HANDLE_CLOSED'))
    expect(() => Handshake.gate({ key: key.slice(1) })).toThrow(code('ERR_BYTES_LENGTH'))
    expect(() => gate.check(again.slice(0, -1), address)).toThrow(code('ERR_HANDSHAKE_MALFORMED'))
  })
})
