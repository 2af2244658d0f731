import * as Aid from 'countersign/aid'
import { passphrase, signer } from '../../common.ts'

export { passphrase }

const document = Aid.Identity.issueDocument({ created_at: 1735689600000000n }, signer)
export const text = Aid.Identity.sealFile(document, signer, { passphrase })
