import { Jws } from 'countersign'

import { message, signer } from './common.ts'

export const payload = message
export const text = Jws.sign(payload, signer)
