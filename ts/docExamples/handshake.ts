// Two agents, of which each can resolve the other; `send` carries a message to the second.

import { Keys, memoryReplayStore } from 'countersign'
import { Handshake } from 'countersign/session'

import { documentOf } from './documents.ts'

export const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
export const did = 'did:web:agent.example'
export const peer = 'did:web:peer.example'
const [peerSigner, peerAgreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
export const document = documentOf(peer, peerSigner.publicKey, peerAgreement.publicKey)
const ours = documentOf(did, signer.publicKey, agreement.publicKey)
export const resolver = { resolve: async (name: string) => (name === did ? ours : document) }
export const replay = memoryReplayStore()

/** What the peer begins with us. */
export const begun = Handshake.initiate(peerSigner, { document: ours }, { did: peer, peer: did })
export const { message } = begun

/** Gives a message to the peer, and its reply to us. */
export async function send(message: Uint8Array): Promise<Uint8Array> {
  const { reply } = await Handshake.respond(
    message,
    peerSigner,
    { document: ours },
    { agreement: peerAgreement, did: peer, replay: memoryReplayStore() },
  )
  return reply
}
