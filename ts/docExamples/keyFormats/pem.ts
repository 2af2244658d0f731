import { writeFileSync } from 'node:fs'
import { Keys } from 'countersign'

import { signer } from '../common.ts'

export { readFile, writeFile } from 'node:fs/promises'

writeFileSync('key.pem', Keys.dangerouslyExportPem(signer))
writeFileSync('key.pub.pem', Keys.toPem(signer.publicKey))
