// Agents that ask and answer in the tests of the handshake.

import { expect } from 'vitest'
import type { Session } from '../../src/session.js'
import { Handshake, Keys, memoryReplayStore } from '../../src/subpath/all.js'
import type { TrustInput } from '../../src/trust.js'
import { documentOf } from './document.js'
import { refusal as code, utf8 } from './help.js'

export { documentOf } from './document.js'
export { utf8 } from './help.js'

export const now: Date = new Date(1_760_000_000_000)
export const context: Uint8Array<ArrayBuffer> = utf8('orders/1')
/** An agent with its keys, and its DID document as others resolve it. */
export type Agent = {
  readonly did: string
  readonly signer: Keys.LocalSigner
  readonly agreement: Keys.LocalAgreement
  readonly document: object
}

export function agent(name: string, type: 'Ed25519' | 'P-256' = 'Ed25519'): Agent {
  const did = `did:web:${name}.example`
  const [signer, agreement] = [Keys.generate(type), Keys.generate('X25519')]
  return { did, signer, agreement, document: documentOf(did, signer, agreement) }
}
export const alice: Agent = agent('alice')
export const bob: Agent = agent('bob', 'P-256')
export const mallory: Agent = agent('mallory')
export const known: Map<string, object> = new Map(
  [alice, bob, mallory].map(({ did, document }) => [did, document]),
)
export type Asking = Partial<Handshake.initiate.Options> & { readonly trust?: TrustInput }
export function ask(from: Agent, to: Agent, asking: Asking = {}): Handshake.Pending {
  const { did, signer } = from
  const { trust = { document: to.document }, ...change } = asking
  const session = { now: () => now }
  return Handshake.initiate(signer, trust, { did, peer: to.did, context, session, ...change })
}
export type Answering = Partial<Handshake.respond.Options> & {
  readonly trust?: Handshake.respond.TrustSource
}
export function answer(
  by: Agent,
  message: Uint8Array,
  answering: Answering = {},
): Promise<Handshake.Answered> {
  const { did, signer, agreement } = by
  const find = (peer: string) => ({ document: known.get(peer) ?? {} })
  const { trust = find, ...change } = answering
  return Handshake.respond(message, signer, trust, {
    did,
    agreement,
    replay: memoryReplayStore({ now: () => now }),
    context,
    session: { now: () => now },
    ...change,
  })
}
export function talk(initiator: Session, responder: Session): void {
  expect(() => responder.seal(utf8('early'))).toThrow(code('ERR_SESSION_UNCONFIRMED'))
  expect(responder.open(initiator.seal(utf8('hello')))).toEqual(utf8('hello'))
  expect(initiator.open(responder.seal(utf8('back')))).toEqual(utf8('back'))
}
