import { publicKey } from './common.ts'

export const { bytes } = publicKey
