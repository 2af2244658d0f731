// Writes a report from one or many result files.
//
// Run: npm run bench:report -- FILE… [--html OUT] [--markdown OUT]
//
// Without an output it prints Markdown. `LABEL=FILE` names a machine; without a label its processor does.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Named } from '../plots/series.js'
import { readResult } from '../result.js'
import { printable } from '../text.js'
import { html } from './html.js'
import { labelResults } from './label.js'
import { markdown } from './markdown.js'

try {
  main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { html: { type: 'string' }, markdown: { type: 'string' } },
  })
  if (positionals.length === 0)
    throw new Error('usage: npm run bench:report -- FILE… [--html OUT] [--markdown OUT]')
  const results = labelResults(positionals.map(read))
  if (values.html !== undefined) writeFileSync(values.html, html(results))
  if (values.markdown !== undefined) writeFileSync(values.markdown, markdown(results))
  if (values.html === undefined && values.markdown === undefined) console.log(markdown(results))
}

function read(argument: string): Partial<Named> & Pick<Named, 'result'> {
  const [, label, file = ''] = /^(?:([^=/\\]+)=)?(.+)$/s.exec(argument) ?? []
  try {
    return { ...(label !== undefined && { label }), result: readResult(readFileSync(file, 'utf8')) }
  } catch (error) {
    throw new Error(`${file}: ${printable((error as Error).message)}`)
  }
}
