// One function refuses a report whose facts do not hold: `requireFacts`. A second one, for reports of one
// feature, would have rules of its own about what may stay unchecked.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const home = 'ts/src/facts.ts'

/** Functions that require something of a report, elsewhere than in `ts/src/facts.ts`. */
export function factFaults() {
  return files(join(root, 'ts/src'))
    .map((path) => [relative(root, path), readFileSync(path, 'utf8')])
    .filter(([path]) => path !== home)
    .flatMap(([path, text]) =>
      requirers(text).map((name) => `${path}: ${name} is a second requireFacts`),
    )
}

/** Exported functions that are called `require…`. */
export function requirers(text) {
  return [...text.matchAll(/^export (?:async )?(?:function|const) (require\w*)/gm)].map(
    ([, name]) => name,
  )
}
