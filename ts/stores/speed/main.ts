// Measures what a fleet costs: verifications a second with replay in memory, Redis and PostgreSQL, by instances; and logs,
// by batch, and by reads of a proof in a large tree on disk. Writes a JSON result, and a document with a model of it.
//
// Run: npm run bench:stores
//      (dist-tools/stores/speed/main.js --postgres FOLDER --redis PROGRAM; `--requests N` of each instance, `--leaves N` of
//      the large tree; `--json FILE`, `--document FILE`)

import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { versionOf } from '../servers/process.js'
import { measureBatches, measureProofs } from './logs.js'
import { documentOf, type Result } from './model.js'
import { measureVerifying, nameOfServer } from './verifying.js'

const { values } = parseArgs({
  options: {
    postgres: { type: 'string', default: '!no path was given' },
    redis: { type: 'string', default: '!no path was given' },
    requests: { type: 'string', default: '4000' },
    leaves: { type: 'string', default: '10000000' },
    json: { type: 'string' },
    document: { type: 'string' },
  },
})
const { postgres, redis, json, document } = values
for (const why of [postgres, redis]) if (why.startsWith('!')) throw new Error(why.slice(1))

const inMemory = nameOfServer(redis) === 'valkey' ? 'Valkey' : 'Redis'

const result: Result = {
  form: 'countersign-stores/1',
  machine: {
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    node: process.version,
    servers: [serverOf('PostgreSQL', join(postgres, 'postgres')), serverOf(inMemory, redis)],
    load: loadavg()[0] ?? 0,
  },
  verifying: await measureVerifying({ postgres, redis }, Number(values.requests)),
  batches: await measureBatches({ postgres, redis }),
  proofs: await measureProofs(Number(values.leaves)),
}
console.log(documentOf(result))
if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
if (document) writeFileSync(document, documentOf(result))

/** A program's name, and the version that it says. */
function serverOf(name: string, program: string): string {
  return `${name} ${/\d+(\.\d+)+/.exec(versionOf(program))?.[0]}`
}
