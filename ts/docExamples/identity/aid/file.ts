import { Identity } from 'countersign'

import { passphrase, signer } from '../../common.ts'

export { passphrase }

const document = Identity.aid.issueDocument(signer, { created_at: 1735689600000000n })
export const text = Identity.aid.sealFile(signer, document, passphrase)
