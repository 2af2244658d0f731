// A call that awaits a store or a signer keeps what it works with, though nobody else holds it any more.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { liveHandles } from '../../src/handle.js'
import { Handshake, Keys, memoryReplayStore, Sage, Session } from '../../src/subpath/all.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage, and lets the callbacks for it run, over and over. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** A store, a signer and a resolver that take as long as it takes to collect everything. */
const replay = () => {
  const store = memoryReplayStore()
  return {
    checkAndMark: async (nonce: string, expires: number) => {
      await collectAll()
      return store.checkAndMark(nonce, expires)
    },
  }
}
const slowly = (signer: Keys.LocalSigner): Keys.Signer => ({
  publicKey: signer.publicKey,
  algorithm: signer.algorithm,
  sign: async (message) => {
    await collectAll()
    return signer.sign(message)
  },
})

const party = (name: string) => {
  const did = `did:web:${name}.example`
  const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
  const document = {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [
      {
        id: `${did}#auth`,
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: Keys.toMultikey(signer.publicKey),
      },
      {
        id: `${did}#agree`,
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: Keys.toMultikey(agreement.publicKey),
      },
    ],
    authentication: [`${did}#auth`],
    keyAgreement: [`${did}#agree`],
  }
  return { did, signer, agreement, document }
}
const [alice, bob] = [party('alice'), party('bob')]

test('forgotten handles are closed', async () => {
  const before = liveHandles()
  for (let count = 0; count < 20; count += 1) Keys.generate('Ed25519')
  expect(liveHandles()).toBe(before + 20)
  await collectAll()
  expect(liveHandles()).toBeLessThan(before + 20)
})

test('Handshake.respond keeps its message, and the key that only its options hold', async () => {
  const pending = await Handshake.initiate(
    slowly(alice.signer),
    { document: bob.document },
    { did: alice.did, peer: bob.did },
  )
  const { reply } = await Handshake.respond(
    pending.message,
    slowly(bob.signer),
    async () => {
      await collectAll()
      return { document: alice.document }
    },
    { agreement: bob.agreement, did: bob.did, replay: replay() },
  )
  expect(pending.finish(reply).peer.did).toBe(bob.did)
})

test('Sage.Handshake.respond keeps its request', async () => {
  const { request, pending } = await Sage.Handshake.initiate(
    slowly(alice.signer),
    { key: bob.agreement.publicKey },
    { did: alice.did, peer: bob.did, context: 'ctx-1' },
  )
  const { reply } = await Sage.Handshake.respond(
    request,
    slowly(bob.signer),
    { key: alice.signer.publicKey },
    { did: bob.did, agreement: bob.agreement, peer: alice.did, replay: replay() },
  )
  expect(pending.finish(reply, { key: bob.signer.publicKey }).facts.peer).toBe(bob.did)
})

test('Session.resume and its answer keep a ticket key that only their options held', async () => {
  const secret = new Uint8Array(32).fill(7)
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const ticket = (role: Session.Role) =>
    Session.create({ secret, role }).export({ key: Session.ticketKey({ key: bytes }) })
  // Nothing but the object of options holds the key, and nothing but the call that object.
  const options = () => ({ key: Session.ticketKey({ key: bytes }), replay: replay() })
  const resumption = await Session.resume(ticket('initiator'), options())
  const { answer } = await Session.answerResumption(
    resumption.message,
    ticket('responder'),
    options(),
  )
  expect(resumption.finish(answer).status().role).toBe('initiator')
})
