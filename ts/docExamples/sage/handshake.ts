// As SAGE has it: two agents that know each other's keys.

import { Keys, memoryReplayStore } from 'countersign'
import * as Sage from 'countersign/sage'

export const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const peer = 'did:sage:ethereum:0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
const [peerSigner, peerAgreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
export const peerKey = peerSigner.publicKey
export const peerAgreementKey = peerAgreement.publicKey
export const replay = memoryReplayStore()

/** What the peer asks of us. */
export const { request } = Sage.Handshake.initiate(
  peerSigner,
  { key: agreement.publicKey },
  { did: peer, peer: did, context: 'ctx-1' },
)

/** Gives a request to the peer, and its reply to us. */
export async function send(request: Sage.Handshake.Request): Promise<string> {
  const { reply } = await Sage.Handshake.respond(
    request,
    peerSigner,
    { key: signer.publicKey },
    { did: peer, agreement: peerAgreement, peer: did, replay: memoryReplayStore() },
  )
  return reply
}
