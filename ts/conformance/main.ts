// Runs every vector file of a folder through the public API.
//
// Run: npm run conformance -- --vectors DIR [--engine wasm|wasm-fma|native] [--area NAME]... [--json]
//
// With --verdicts FILE it also writes what each case gave, as JSON: path to pairs of case and words.
//
// With --flip N [--seed S] it judges itself: N vectors, drawn over all areas, are changed in one decisive
// byte or verdict each, and every change must make a case fail.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { Api } from './case.js'
import { type EngineName, engines, load } from './engine.js'
import { holds, mutantsAsText, mutate } from './mutants.js'
import { asText, byArea, total } from './report.js'
import { type FileResult, judgeFolder } from './run.js'
import { schemas } from './schemas/index.js'
import { type Folder, readFolder } from './vectors.js'

const { values } = parseArgs({
  options: {
    vectors: { type: 'string' },
    engine: { type: 'string', default: 'wasm' },
    area: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    flip: { type: 'string' },
    seed: { type: 'string', default: '1' },
    verdicts: { type: 'string' },
  },
})

process.exitCode = await run()

async function run(): Promise<number> {
  const { vectors, engine, area: areas } = values
  if (vectors === undefined) return refuse('--vectors DIR is missing')
  if (!existsSync(vectors)) return refuse(`${vectors} does not exist`)
  if (!isEngine(engine)) return refuse(`no engine ${engine}; there are ${engines.join(', ')}`)
  const folder = readFolder(vectors)
  const unknown = areas.filter((area) => !folder.areas().includes(area))
  if (unknown.length > 0)
    return refuse(`no area ${unknown.join(', ')}; there are ${folder.areas().join(', ')}`)
  if (values.flip !== undefined) return flips(folder, await load(engine), Number(values.flip))
  const files = await judgeFolder(folder, await load(engine), schemas, areas)
  if (values.verdicts !== undefined) writeVerdicts(values.verdicts, files)
  const all = total('all', files)
  if (values.json)
    console.log(JSON.stringify({ engine, total: all, areas: byArea(files), files }, null, 2))
  else console.log(`${asText(files)}\n${summary(engine, all)}`)
  return all.failed === 0 && all.passed > 0 ? 0 : 1
}

/** Changes vectors, and fails where that is not seen. */
async function flips(folder: Folder, api: Api, count: number): Promise<number> {
  const { area: areas, seed, json } = values
  if (!Number.isSafeInteger(count) || count < 1) return refuse('--flip takes a number of vectors')
  if (!Number.isSafeInteger(Number(seed))) return refuse('--seed takes a number')
  const mutants = await mutate(folder, api, schemas, { count, seed: Number(seed), areas })
  console.log(json ? JSON.stringify(mutants, null, 2) : mutantsAsText(mutants, Number(seed)))
  return holds(mutants) ? 0 : 1
}

function writeVerdicts(path: string, files: readonly FileResult[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const pairs = files.map(({ path, verdicts }) => [path, verdicts])
  writeFileSync(path, JSON.stringify(Object.fromEntries(pairs)))
}

function summary(engine: string, { passed, failed, skipped }: ReturnType<typeof total>): string {
  const nothing = passed + failed === 0 ? ' (nothing ran)' : ''
  return `${engine}: ${passed} passed, ${failed} failed, ${skipped} skipped${nothing}`
}

function isEngine(name: string): name is EngineName {
  return (engines as readonly string[]).includes(name)
}

function refuse(message: string): number {
  console.error(message)
  return 2
}
