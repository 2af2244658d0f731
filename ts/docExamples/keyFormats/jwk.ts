import { writeFileSync } from 'node:fs'
import { Keys } from 'countersign'

import { signer } from '../common.ts'

export { readFile } from 'node:fs/promises'
export const response = Response.json({ keys: [Keys.toJwk(signer.publicKey)] })
writeFileSync('key.jwk', JSON.stringify(Keys.dangerouslyExportJwk(signer)))
