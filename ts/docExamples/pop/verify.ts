import { Pop } from 'countersign/grant'

import { agreement, challenge, did, signer } from '../pop.ts'

export const identity = signer.publicKey
/** Of the agreement key. */
export const proof = JSON.stringify(
  Pop.proveAgreement(challenge, agreement, { did, identity: signer }),
)
export const agreementKey = agreement.publicKey
