import { Identity } from 'countersign/identity'

import { did, signer } from '../common.ts'
import { identity, notAfter } from '../identity.ts'

export const text = JSON.stringify(
  Identity.certify(signer, {
    identity: did,
    key: identity.derive({ purpose: 'device', context: 'laptop' }),
    purpose: 'device',
    context: 'laptop',
    notAfter,
  }),
)
