import { Keys } from 'countersign'
import { Pop } from 'countersign/grant'

import { challenge, did } from '../pop.ts'

const signers = [Keys.generate('Ed25519'), Keys.generate('P-256')]
/** The keys of the DID document. */
export const resolved = signers.map(({ publicKey: key }) => ({ key }))
export const proofs = signers.map((signer) => JSON.stringify(Pop.prove(challenge, signer, { did })))
