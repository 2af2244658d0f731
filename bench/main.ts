// Times every case on every engine, side by side.
//
// Run: npm run bench [-- --quick | --agree] [--filter TEXT,TEXT] [--targets] [--engines a,b] [--peers] [--allocations]
//      [--json FILE] [--list-rows FILE] [--plain]

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { countInto } from './allocations.js'
import { resultOf } from './assemble.js'
import { coldGroup, coldRows } from './cold.js'
import { engines } from './engines.js'
import { commit, environment } from './environment.js'
import { isPeer, peers, versions } from './peers.js'
import { plainCases, plainTable } from './plain.js'
import { ratioLines, ratiosOf } from './ratios.js'
import { markdown } from './reports/markdown.js'
import { type Row, writeResult } from './result.js'
import type { Note, Options } from './rounds.js'
import { startThreads, timeCases } from './run.js'
import { cases } from './suites/index.js'
import { tables, targetTable } from './table.js'
import { targetCases } from './targets.js'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    agree: { type: 'boolean', default: false },
    filter: { type: 'string', default: '' },
    targets: { type: 'boolean', default: false },
    engines: { type: 'string' },
    peers: { type: 'boolean', default: false },
    allocations: { type: 'boolean', default: false },
    json: { type: 'string' },
    plain: { type: 'boolean', default: false },
    'list-rows': { type: 'string' },
  },
})

if (values['list-rows'] !== undefined) {
  writeFileSync(values['list-rows'], markdown())
  process.exit()
}

const options = lengths()
const wanted = values.filter
  .toLowerCase()
  .split(',')
  .map((text) => text.trim())
  .filter(Boolean)
const chosen = cases.filter(
  ({ group, name }) =>
    wants(`${group} ${name}`) &&
    (!values.targets || targetCases.has(name)) &&
    (!values.plain || plainCases.has(name)),
)
const cold = wants(coldGroup) && !values.plain
if (chosen.length === 0 && !cold) throw new Error(`no case has "${values.filter}" in its name`)

/** The load of the machine before the run, which is itself a load. */
const here = environment()
const failed: string[] = []
const note: Note = (name, error) => failed.push(`${name}: ${error.message}`)
const { threads, missing } = await startThreads([
  ...splitNames(values.engines ?? engines.join(',')),
  ...(values.peers ? peers : []),
])
const rows = await timeAll()
save()
if (values.allocations)
  await countInto(rows, note).catch((error) => note('no allocations counted', error))
if (values.plain) console.log(plainTable(rows))
else report()
save()
await Promise.all(threads.map((thread) => thread.close()))
// An engine that was asked for by name and does not start is a failure, not an empty column.
const lost = [...missing.keys()].filter((name) => values.engines?.split(',').includes(name))
for (const text of failed) console.error(`FAILED ${text}`)
for (const name of lost) console.error(`FAILED ${name}: ${missing.get(name)}`)
process.exitCode = failed.length + lost.length > 0 ? 1 : 0

function report(): void {
  console.log(tables(rows, missing))
  const ratios = ratiosOf(rows)
  if (ratios.length > 0) console.log(`\n${ratioLines(ratios)}`)
  const text = targetTable(rows)
  if (text !== '') console.log(`\n${text}`)
}

/** How long it takes: `--agree` times a call or two, so that each engine does every case, and no more. */
function lengths(): Options & { cold: number } {
  if (values.agree) return { rounds: 1, milliseconds: 1, cold: 1, unheated: true }
  const rounds = values.quick ? 5 : 25
  return { rounds, milliseconds: 20, cold: values.quick ? 3 : 15 }
}

/** Writes what there is, first as soon as the timing is done: nothing that comes later may lose it. */
function save(): void {
  if (values.json === undefined) return
  const result = resultOf(rows, {
    environment: {
      ...here,
      commit: commit(),
      peers: versions(threads.map(({ name }) => name).filter(isPeer)),
    },
    missing,
    failed,
    options,
  })
  writeFileSync(values.json, writeResult(result))
}

/** The chosen cases, and the cold starts. */
async function timeAll(): Promise<Row[]> {
  const rows = await timeCases(chosen, threads, options, note)
  const loaded = threads.map(({ name }) => name).filter((name) => !isPeer(name))
  if (cold) rows.push(...(await coldRows(loaded, options.cold)))
  return rows
}

function wants(name: string): boolean {
  return wanted.length === 0 || wanted.some((text) => name.toLowerCase().includes(text))
}

function splitNames(list: string): string[] {
  const names = list.split(',')
  const unknown = names.find((name) => !(engines as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new Error(`no engine ${unknown}; there are ${engines.join(', ')}`)
  return names
}
