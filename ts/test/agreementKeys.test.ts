// Whatever takes a local key for agreement refuses one that only signs, whatever its type allows a caller to pass.

import { describe, expect, test } from 'vitest'

import { Handshake, Hpke, Keys, memoryReplayStore, Pop, Sage } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const signer = Keys.generate('P-256')
const { publicKey } = Keys.generate('X25519')
const key = signer as never
const trust = { key: signer.publicKey }
const asked = { did: 'did:web:a.example', challenge: '{}', ephemeral: key }
const once = { ...asked, replay: memoryReplayStore() }
const name = { context: 'c', label: 'l v1' }
const responder = { did: 'did:web:b.example', agreement: key, replay: memoryReplayStore() }
const request = {} as Sage.Handshake.Request

const calls: readonly (readonly [name: string, call: () => unknown])[] = [
  ['Keys.sharedSecret', () => Keys.sharedSecret(key, publicKey)],
  ['Pop.proveAgreement', () => Pop.proveAgreement('{}', key, { did: 'd', identity: signer })],
  ['Pop.verifyAgreement', () => Pop.verifyAgreement('{}', trust, asked)],
  ['Pop.verifyAgreementOnce', () => Pop.verifyAgreementOnce('{}', trust, once)],
  ['Pop.verifyAll', () => Pop.verifyAll([null], trust, asked)],
  ['Pop.verifyAllOnce', () => Pop.verifyAllOnce([null], trust, once)],
  ['Handshake.respond', () => Handshake.respond(new Uint8Array(), signer, trust, responder)],
  [
    'Hpke.seal',
    () => Hpke.seal(new Uint8Array(), publicKey, { sender: key, info: new Uint8Array() }),
  ],
  ['Sage.Keys.sharedSecret', () => Sage.Keys.sharedSecret(key, publicKey)],
  ['Sage.Session', () => Sage.Session.fromAgreement(key, { peer: publicKey, ...name })],
  [
    'Sage.Handshake.respond',
    () => Sage.Handshake.respond(request, signer, trust, { ...responder, peer: 'd' }),
  ],
]

describe('a key that only signs', () => {
  test.each(calls)('agrees on nothing: %s', async (_, call) => {
    const called = async () => call()
    await expect(called).rejects.toThrowError(refusal('ERR_ARGUMENT'))
    await expect(called).rejects.toThrow(/must be a local X25519 key, got/)
  })
})
