import * as Aid from 'countersign/aid'

import { publicKey } from '../../common.ts'

export const identity = Aid.Identity.id(publicKey)
export const trust = { identities: [identity] }
