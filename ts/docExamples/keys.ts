import { Keys } from 'countersign'

import { message, signer } from './common.ts'

export const secret = new Uint8Array(32).fill(1)
export const signature = Keys.sign(message, signer)
