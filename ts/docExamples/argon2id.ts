import { Argon2id } from 'countersign/hazmat'

import { passphrase } from './common.ts'

export const password = passphrase
export const stored = Argon2id.hash({ password })
export const deny = (): never => {
  throw new Error('denied')
}
