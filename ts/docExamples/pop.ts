// An agent with two keys, and what a registry asks of it.

import { Keys, memoryReplayStore } from 'countersign'
import { Pop } from 'countersign/grant'

export const did = 'did:web:agent.example'
export const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
/** The registry's key for one challenge, to which an agreement key can answer. */
export const ephemeral = Keys.generate('X25519')
export const challenge = Pop.challenge({
  audience: 'https://registry.example',
  ephemeral: ephemeral.publicKey,
})
export const claimedDid = did
export const replay = memoryReplayStore()
export const key = signer.publicKey
export const text = JSON.stringify(Pop.prove(challenge, signer, { did }))
