// Compares verdicts with the tables in `ts/verdicts`. What tests see is compared where they run: `verdicts/reporter.mjs`.
//
// Run: node ts/scripts/verdicts.mjs rust            what the Rust tests of the core expect
//      node ts/scripts/verdicts.mjs vectors FILE... what `conformance --verdicts FILE` wrote, for each engine

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'
import { rustVerdicts } from './verdicts/rust.mjs'
import { settle } from './verdicts/settle.mjs'
import { compare, readTable, tableOf } from './verdicts/table.mjs'

const sources = {
  rust: () => [{ name: 'rust', seen: tableOf(rustVerdicts()) }],
  vectors: (files) =>
    files.map((file) => ({
      name: `vectors, ${basename(file, '.json')}`,
      seen: tableOf(Object.entries(JSON.parse(readFileSync(file, 'utf8')))),
    })),
}

await main(async ([source, ...files]) => {
  if (!Object.hasOwn(sources, source))
    throw new Stop(`a source is one of ${Object.keys(sources).join(', ')}`)
  const file = join(root, `ts/verdicts/${source}.txt`)
  const results = sources[source](files).map(({ name, seen }) =>
    settle({ file, name, seen, faults: compare(readTable(file), seen) }),
  )
  if (results.includes(false)) throw new Stop('verdicts are not as frozen')
})
