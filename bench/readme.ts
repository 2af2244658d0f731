// Writes the tables of README.md, ts/docs/speed.md and bench/TARGETS.md from the committed results.
//
// Run: npm run readme

import { readFileSync, writeFileSync } from 'node:fs'

import { documents, filesOf, resultsOf } from './documents.js'
import { printable } from './text.js'

try {
  for (const document of documents) {
    const files = filesOf(document, '.')
    if (files.length === 0)
      throw new Error(
        'bench/results has no result: npm run bench -- --peers --json bench/results/PLATFORM.json',
      )
    const text = readFileSync(document.path, 'utf8')
    writeFileSync(document.path, document.write(text, resultsOf(files)))
    console.log(`${document.path}: ${files.join(', ')}`)
  }
} catch (error) {
  console.error(printable((error as Error).message))
  process.exitCode = 2
}
