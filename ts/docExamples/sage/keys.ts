import { Keys } from 'countersign'
import * as Sage from 'countersign/sage'

import { message } from '../common.ts'

const key = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
export const { publicKey } = key
export const signature = Sage.Keys.sign(message, key)
