// Writes README's table of latencies from result files.
//
// Run: npm run readme [-- FILE…]; without a file, from every one in bench/results

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLatencies } from './latency.js'
import { labelled } from './report/label.js'
import { readResult } from './result.js'
import { printable } from './text.js'

const readme = 'README.md'
const folder = 'bench/results'

try {
  const given = process.argv.slice(2)
  const files = given.length > 0 ? given : committed()
  if (files.length === 0)
    throw new Error(
      `${folder} has no result: npm run bench -- --peers --json ${folder}/PLATFORM.json`,
    )
  const results = labelled(
    files.map((file) => ({ result: readResult(readFileSync(file, 'utf8')) })),
  )
  writeFileSync(readme, withLatencies(readFileSync(readme, 'utf8'), results))
  console.log(`${readme}: ${files.join(', ')}`)
} catch (error) {
  console.error(printable((error as Error).message))
  process.exitCode = 2
}

function committed(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}
