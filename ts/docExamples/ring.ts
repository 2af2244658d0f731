import { Keys } from 'countersign'

import { signer } from './common.ts'

export { receipt } from './receipt.ts'

export const ring = [signer.publicKey, ...[1, 2].map(() => Keys.generate('Ed25519').publicKey)]
