import { Identity } from 'countersign/identity'

import { did, signer } from '../common.ts'
import { identity, notAfter } from '../identity.ts'

export const text = JSON.stringify(
  Identity.certify(identity.derive({ purpose: 'device', context: 'laptop' }), signer, {
    identity: did,
    purpose: 'device',
    context: 'laptop',
    notAfter,
  }),
)
