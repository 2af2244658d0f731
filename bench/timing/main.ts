// Does the time of an operation follow its secret? Two classes of secrets, Welch's t, and a planted leak that must be found.
//
// Run: npm run timing [-- --engines wasm-fma,wasm,native] [--samples N] [--filter TEXT]

import { once } from 'node:events'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { judge, type Line, table } from './report.js'

/** Exit code of a check that could not be made here, as in `ts/scripts/setup/shell.mjs`. */
const NOT_RUN = 77

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'wasm-fma,wasm' },
    samples: { type: 'string', default: '100000' },
    filter: { type: 'string', default: '' },
  },
})

const samples = Number(values.samples)
if (!(samples >= 1_000)) throw new Error('--samples is a number from 1000 on')

const lines: Line[] = []
for (const engine of values.engines.split(',')) await timed(engine)
console.log(
  `${cpus()[0]?.model ?? ''}, Node ${process.version}, ${process.platform} ${process.arch}\n`,
)
console.log(table(lines))
const { code, says } = judge(lines)
console.log(code === 2 ? `\n!! ${says}` : `\n${says}`)
process.exitCode = code === 2 ? NOT_RUN : code

/** All of one engine. */
async function timed(engine: string): Promise<void> {
  const worker = new Worker(new URL('./engine.js', import.meta.url), {
    workerData: { engine, samples, filter: values.filter.toLowerCase() },
  })
  worker.on('message', (line: Line) => {
    lines.push(line)
    console.error(`${line.engine}, ${line.name}: t = ${line.t.toFixed(1)}`)
  })
  await once(worker, 'exit')
}
