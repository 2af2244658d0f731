import * as Aid from 'countersign/aid'
import { passphrase, signer } from '../../common.ts'

export { passphrase }

const document = Aid.Identity.issueDocument(signer, { created_at: 1735689600000000n })
export const text = Aid.Identity.sealFile(signer, document, passphrase)
