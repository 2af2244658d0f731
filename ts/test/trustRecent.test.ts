// The trust input of the call before is kept, with tables of keys that verify often: no verdict may follow from that.

import { describe, expect, test } from 'vitest'
import { Card, Keys, Receipt } from '../src/subpath/all.js'
import type { TrustedKey } from '../src/trust.js'

/** More than it takes for tables. */
const calls = 12

const now = new Date(1_760_000_000_000)
const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const refused = code('ERR_RECEIPT_SIGNATURE')

describe.each(['Ed25519', 'secp256k1', 'P-256'] as const)('%s', (type) => {
  const [alice, bob] = [1, 2].map((fill) => Keys.fromSecret(type, new Uint8Array(32).fill(fill)))
  if (!alice || !bob) throw new Error('two keys')
  const actor = 'did:web:agent.example'
  const issue = (key: Keys.LocalSigner, name: string) =>
    Receipt.issue({ action: 'tool.call', content: null }, key, {
      actor,
      keyId: `${actor}#${name}`,
      now,
    })
  const listed = (key: Keys.LocalSigner, name: string, more: Partial<TrustedKey> = {}) => ({
    key: key.publicKey,
    id: `${actor}#${name}`,
    ...more,
  })

  test('two keys of one input, in turn', () => {
    const trust = { keys: [listed(alice, 'one'), listed(bob, 'two')] }
    const [good, also] = [issue(alice, 'one'), issue(bob, 'two')]
    const [bad, worse] = [issue(bob, 'one'), issue(alice, 'two')]
    const [first, second] = [
      Receipt.verify(good, trust, { now }),
      Receipt.verify(also, trust, { now }),
    ]
    for (let index = 0; index < calls; index += 1) {
      expect(Receipt.verify(good, trust, { now })).toEqual(first)
      expect(Receipt.verify(also, trust, { now })).toEqual(second)
      expect(() => Receipt.verify(bad, trust, { now })).toThrow(refused)
      expect(() => Receipt.verify(worse, trust, { now })).toThrow(refused)
    }
  })

  test('a key that is good no more', () => {
    const receipt = issue(alice, 'one')
    const verify = (more: Partial<TrustedKey>, time: Date = now) =>
      Receipt.verify(receipt, { keys: [listed(alice, 'one', more)] }, { now: time })
    const late = new Date(now.getTime() + 60_000)
    for (let index = 0; index < calls; index += 1) verify({ expires: late })
    expect(() => verify({ expires: late }, late)).toThrow(code('ERR_RECEIPT_KEY'))
    expect(() => verify({ revoked: true })).toThrow(code('ERR_RECEIPT_KEY'))
    expect(() => verify({ until: new Date(now.getTime() - 1000) })).toThrow(code('ERR_RECEIPT_KEY'))
    expect(() => verify({ purposes: ['keyAgreement'] })).toThrow(code('ERR_RECEIPT_KEY'))
    expect(verify({}).signer.trust).toBe('trusted')
  })

  test('a card', () => {
    const sign = (key: Keys.LocalSigner) =>
      JSON.stringify(
        Card.sign(
          {
            name: 'Weather Agent',
            description: 'Tells the weather',
            version: '1.0.0',
            supportedInterfaces: [
              {
                url: 'https://weather.example/a2a',
                protocolBinding: 'JSONRPC',
                protocolVersion: '1.0',
              },
            ],
            capabilities: { streaming: false },
            defaultInputModes: ['text/plain'],
            defaultOutputModes: ['text/plain'],
            skills: [{ id: 'now', name: 'Now', description: 'The weather now', tags: ['now'] }],
          },
          key,
          { kid: 'k' },
        ),
      )
    const [good, bad] = [sign(alice), sign(bob)]
    for (const trust of [{ key: alice.publicKey }, { keys: [{ id: 'k', key: alice.publicKey }] }])
      for (let index = 0; index < calls; index += 1) {
        expect(Card.verify(good, trust).signer.trust).toBe('trusted')
        expect(() => Card.verify(bad, trust)).toThrow(code('ERR_CARD_SIGNATURE'))
      }
    const revoked = { key: alice.publicKey, keys: [{ key: alice.publicKey, revoked: true }] }
    expect(() => Card.verify(good, revoked)).toThrow(code('ERR_CARD_UNVERIFIABLE'))
  })
})
