// Compares two result files, and fails where an operation became slower than a threshold.
//
// Run: npm run bench:compare -- BEFORE AFTER [--threshold 1.10] [--other-machine]
//
// Ends with 0, with 1 where an engine of this package is significantly slower by more than the threshold,
// and with 2 where the files cannot be compared.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { comparisonText } from './comparison.js'
import { type Result, readResult } from './result.js'
import { printable } from './text.js'

try {
  main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      threshold: { type: 'string', default: '1.10' },
      'other-machine': { type: 'boolean', default: false },
    },
  })
  const threshold = Number(values.threshold)
  if (positionals.length !== 2 || !(threshold >= 1))
    throw new Error(
      'usage: npm run bench:compare -- BEFORE AFTER [--threshold 1.10] [--other-machine]',
    )
  const [before, after] = positionals.map(read) as [Result, Result]
  const colour = process.stdout.isTTY === true && !process.env['NO_COLOR']
  const options = { threshold, otherMachine: values['other-machine'], colour }
  const { text, failed } = comparisonText(before, after, options)
  console.log(text)
  process.exitCode = failed ? 1 : 0
}

function read(file: string): Result {
  try {
    return readResult(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${printable((error as Error).message)}`)
  }
}
