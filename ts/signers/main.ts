// Puts the adapters of `countersign/signers/*` to real services: keys of SoftHSM, of OpenBao (a fork of Vault with the
// same transit engine), and of Moto, which answers as AWS KMS does, through AWS's own client. Each key signs a card, a JWS
// and an HTTP request, which are then verified, and Node's own cryptography verifies a bare signature.
//
// Azure Key Vault and Google Cloud KMS have no server that installs: `ts/test/serviceSigners.test.ts` has their answers as
// documented, and this step compiles their clients against the types of the adapters.
//
// Run: npm run check -- --only signers
//      (dist-tools/signers/main.js --softhsm MODULE --services FOLDER; `!WHY` in place of what is not there)

import { parseArgs } from 'node:util'

import { end, notRun } from '../stores/report.js'
import { aws } from './aws.js'
import { softHsm } from './softHsm.js'
import { vault } from './vault.js'

const { values } = parseArgs({
  options: {
    softhsm: { type: 'string', default: '!no path was given' },
    services: { type: 'string', default: '!no path was given' },
  },
})

const checks = [
  { name: 'SoftHSM', path: values.softhsm, check: softHsm },
  { name: 'Vault', path: values.services, check: vault },
  { name: 'AWS KMS', path: values.services, check: aws },
]

for (const { name, path, check } of checks)
  if (path.startsWith('!')) notRun(`${name}: ${path.slice(1)}`)
  else await check(path)
end()
