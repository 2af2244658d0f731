// `npx countersign bench` in a project, as somebody runs it who sends the result in.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { readResult } from '../../dist-tools/bench/result.js'
import { npm } from '../scripts/setup/shell.mjs'

/** Its result for a case, in a round, beside all other packages that are installed. */
export async function timeIn(project) {
  const how = ['--filter', 'sign Ed25519, 64 B', '--rounds', '1', '--peers']
  const command = ['countersign', 'bench', ...how, '--json', '--out', 'bench.json']
  await npm(['exec', '--offline', '--', ...command], { cwd: project })
  const path = join(project, 'bench.json')
  const result = readResult(readFileSync(path, 'utf8'))
  rmSync(path)
  return result
}
