// What a page downloads at most for each import: the budgets of `wasm-pack.toml`, which `npm run size` holds to.

import { budgets } from '../setup/engines.mjs'
import { partsOf, subpaths, withNeeds } from '../subpaths.mjs'
import { between } from './marks.mjs'

/** Parts of the entries that are no subpath. */
const mainEntries = { 'countersign/verify': ['verify'], countersign: ['sign', 'verify'] }

/** The page with a row for each import, and one for each part. */
export function withSizes(text) {
  const parts = budgets()
  const sum = (names, engine) => names.reduce((all, name) => all + parts[name][engine], 0) / 1_000
  const entries = Object.entries({
    ...mainEntries,
    ...Object.fromEntries(subpaths.map((name) => [`countersign/${name}`, partsOf(name)])),
  })
  const rows = entries.map(
    ([name, names]) => `| \`${name}\` | ${sum(names, 'wasm-fma')} | ${sum(names, 'wasm')} |`,
  )
  const own = Object.keys(parts).map(
    (name) =>
      `| \`${name}\` | ${sum([name], 'wasm-fma')} | ${sum([name], 'wasm')} | ${list(withNeeds([name]).slice(0, -1))} |`,
  )
  return between(
    text,
    `${head('Import')}\n${rows.join('\n')}\n\n${head('Part', 'Needs')}\n${own.join('\n')}`,
  )
}

function list(names) {
  return names.map((name) => `\`${name}\``).join(', ') || '-'
}

function head(first, ...last) {
  const titles = [first, '`wasm-fma`, kB', '`wasm`, kB', ...last]
  const rules = [' --- ', ' ---: ', ' ---: ', ...last.map(() => ' --- ')]
  return `| ${titles.join(' | ')} |\n|${rules.join('|')}|`
}
