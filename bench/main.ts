// Times every case on every engine, side by side.
//
// Run: npm run bench [-- --quick] [--filter TEXT,TEXT] [--engines a,b] [--peers] [--allocations] [--json FILE]
//      [--list-rows FILE]

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { countInto } from './allocations.js'
import type { Case } from './case.js'
import { coldGroup, coldRows } from './cold.js'
import { engines } from './engines.js'
import { environment } from './environment.js'
import { fitsOf } from './fits.js'
import { isPeer, peers, versions } from './peers.js'
import { watch } from './progress.js'
import { ratioLines, ratiosOf } from './ratios.js'
import { markdown } from './reports/markdown.js'
import { type Result, type Row, schema, writeResult } from './result.js'
import { compare, type Options } from './rounds.js'
import { cases } from './suites/index.js'
import { tables, targetTable } from './table.js'
import { EngineThread } from './thread.js'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    filter: { type: 'string', default: '' },
    engines: { type: 'string', default: engines.join(',') },
    peers: { type: 'boolean', default: false },
    allocations: { type: 'boolean', default: false },
    json: { type: 'string' },
    'list-rows': { type: 'string' },
  },
})

if (values['list-rows'] !== undefined) {
  writeFileSync(values['list-rows'], markdown())
  process.exit()
}

const options: Options = values.quick
  ? { rounds: 5, milliseconds: 20 }
  : { rounds: 25, milliseconds: 20 }
const wanted = values.filter.toLowerCase().split(',')
const chosen = cases.filter((one) => wants(`${one.group} ${one.name}`))
if (chosen.length === 0 && !wants(coldGroup))
  throw new Error(`no case has "${values.filter}" in its name`)

const missing = new Map<string, string>()
const threads = await start([...named(values.engines), ...(values.peers ? peers : [])])
const rows = await timeAll()
if (values.allocations) await countInto(rows)
console.log(tables(rows, missing))
const ratios = ratiosOf(rows)
if (ratios.length > 0) console.log(`\n${ratioLines(ratios)}`)
const held = targetTable(rows)
if (held !== '') console.log(`\n${held}`)
if (values.json !== undefined) {
  const result: Result = {
    schema,
    date: new Date().toISOString(),
    environment: {
      ...environment(),
      peers: versions(threads.map(({ name }) => name).filter(isPeer)),
    },
    settings: { quick: values.quick, ...options },
    rows,
    ratios,
    fits: fitsOf(rows),
  }
  writeFileSync(values.json, writeResult(result))
}
await Promise.all(threads.map((thread) => thread.close()))

/** The chosen cases, and the cold starts. */
async function timeAll(): Promise<Row[]> {
  const runners = (one: Case) => threads.filter(({ name }) => !isPeer(name) || one.peers?.[name])
  const progress = watch(chosen.reduce((sum, one) => sum + runners(one).length, 0))
  const rows: Row[] = []
  for (const one of chosen) {
    progress.begin(`${one.group}: ${one.name}`)
    rows.push(...(await compare(one, threads, options)))
    progress.done(runners(one).length)
  }
  progress.begin(coldGroup)
  const loaded = threads.map(({ name }) => name).filter((name) => !isPeer(name))
  if (wants(coldGroup)) rows.push(...(await coldRows(loaded, values.quick ? 3 : 15)))
  progress.end()
  return rows
}

function wants(name: string): boolean {
  return wanted.some((text) => name.toLowerCase().includes(text))
}

function named(list: string): string[] {
  const names = list.split(',')
  const unknown = names.find((name) => !(engines as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new Error(`no engine ${unknown}; there are ${engines.join(', ')}`)
  return names
}

/** Starts a thread for each engine and peer; one that cannot start is noted, and its column stays `n/a`. */
async function start(names: readonly string[]): Promise<EngineThread[]> {
  const started: EngineThread[] = []
  for (const name of names) {
    const thread = new EngineThread(name)
    try {
      await thread.ask({ kind: 'start' })
      started.push(thread)
    } catch (error) {
      missing.set(
        name,
        error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
      )
      await thread.close()
    }
  }
  if (started.every(({ name }) => isPeer(name))) throw new Error('no engine could be started')
  return started
}
