// Writes `LICENSE.txt` into each area of `rust/vectors`: source and licence of its files, and the texts.
//
// The table in `rust/vectors/README.md` is the one list. An area that is not in it, or a licence that has no
// text here, is an error.
//
// Run: npm run notices (with `--check`, this script fails if a file is not current)

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'

const vectors = join(root, 'rust/vectors')
const rule = '='.repeat(80)
const own = readFileSync(join(root, 'LICENSE'), 'utf8')
const kept = (name) => readFileSync(join(root, `ts/scripts/licences/${name}.txt`), 'utf8')

/** How the table names a licence, and its text; what is ours or no work at all needs none. */
const licences = [
  [/Apache-2\.0/, () => own.slice(own.search(/ *Apache License\n/))],
  [/\bMIT\b/, mit],
  [/IETF Trust/, () => kept('IETF-Trust')],
  [/BSD-style|BSD-3-Clause/, () => kept('BSD-3-Clause')],
  [/W3C document and software/, () => kept('W3C-software')],
  [/W3C document licence/, () => kept('W3C-document')],
  [/CC0/, () => kept('CC0-1.0')],
  [/CC-BY-SA-3\.0/, () => kept('CC-BY-SA-3.0')],
  [/^facts$|as the repository/, undefined],
]

function mit() {
  const from = own.indexOf('Permission is hereby granted')
  return own.slice(from, own.indexOf(rule, from))
}

await main(async ([flag]) => {
  const rows = table()
  const areas = readdirSync(vectors, { withFileTypes: true }).filter((one) => one.isDirectory())
  for (const { name } of areas) {
    const text = licenceOf(name, rows)
    const file = join(vectors, name, 'LICENSE.txt')
    if (flag !== '--check') writeFileSync(file, text)
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
      throw new Stop(`rust/vectors/${name}/LICENSE.txt is stale: run \`npm run notices\``)
  }
  console.log(`rust/vectors: a licence beside each of ${areas.length} areas`)
})

/** The rows: `{ files, source, licence }`. */
function table() {
  const lines = readFileSync(join(vectors, 'README.md'), 'utf8').split('\n')
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return cells
    .filter(([, files]) => files?.startsWith('`'))
    .map(([, files, source, licence]) => ({ files, source, licence }))
}

function licenceOf(area, rows) {
  const here = rows.filter(({ files }) => files.includes(`\`${area}/`))
  if (here.length === 0) throw new Stop(`rust/vectors/README.md does not name ${area}`)
  const texts = new Set(here.flatMap(({ licence }) => textsOf(area, licence)))
  // Who holds the copyright stands with the source: these texts name nobody.
  const list = here.map((row) => `${row.files}\n  ${row.source}\n  ${row.licence}`)
  const parts = [...texts].map((text) => `${rule}\n\n${text.trim()}\n`)
  return `${list.join('\n\n')}\n${parts.length > 0 ? `\n${parts.join('\n')}` : ''}`
}

function textsOf(area, licence) {
  const found = licences.filter(([form]) => form.test(licence))
  if (found.length === 0) throw new Stop(`${area}: no text of the licence "${licence}" is here`)
  return found.flatMap(([, text]) => (text ? [text()] : []))
}
