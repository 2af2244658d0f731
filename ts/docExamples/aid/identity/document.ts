import { Keys } from 'countersign'
import * as Aid from 'countersign/aid'

import { signer } from '../../common.ts'

export const [oldSigner, newSigner] = [signer, Keys.generate('Ed25519')]
export const document = Aid.Identity.issueDocument({ created_at: 1704067200000000n }, oldSigner)
