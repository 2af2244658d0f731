// The documentation: writes the pages of `ts/docs` that come from tables, then builds all of it, with the reference, as
// static pages in `dist-docs`, and beside it `explain/`, the page that explains documents (`ts/pages/explain`).
//
// Run: npm run docs (`-- --check` compares the written pages and follows every link, and builds nothing)

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { withErrors } from './docs/errors.mjs'
import { linkFaults } from './docs/links.mjs'
import { withSizes } from './docs/sizes.mjs'
import { withRenamed } from './docs/upgrade.mjs'
import { main, root, run, Stop } from './setup/shell.mjs'

const folder = join(root, 'ts/docs')

/** The pages with a part that a table gives, and what writes it. */
const written = { 'errors.md': withErrors, 'sizes.md': withSizes, 'upgrade.md': withRenamed }

await main(async (args) => {
  const pages = await Promise.all(Object.entries(written).map(fresh))
  if (!args.includes('--check')) return build(pages)
  const stale = pages.filter(({ text, before }) => text !== before).map(({ name }) => name)
  if (stale.length > 0) throw new Stop(`${stale.join(', ')} in ts/docs: stale: npm run docs`)
  const faults = linkFaults(texts(), exists, pageAt)
  if (faults.length > 0) throw new Stop(`docs:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  console.log(`docs: ${readdirSync(folder).length} pages, every link leads somewhere`)
})

async function fresh([name, write]) {
  const before = readFileSync(join(folder, name), 'utf8')
  return { name, before, text: await write(before) }
}

async function build(pages) {
  for (const { name, text } of pages) writeFileSync(join(folder, name), text)
  await run(
    process.execPath,
    ['node_modules/typedoc/bin/typedoc', '--options', 'ts/typedoc.json'],
    {
      cwd: root,
    },
  )
  const { buildExplainPage } = await import('../pages/explain/build.mjs')
  await buildExplainPage(join(root, 'dist-docs/explain'))
}

/** README and the guides: what travels with the package, by path. */
function texts() {
  const guides = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return ['README.md', ...guides.map((name) => `ts/docs/${name}`)].map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ])
}

/** The text of the page that a link of the file at `path` leads to. */
function pageAt(path, target) {
  const file = join(root, dirname(path), target)
  return file.endsWith('.md') ? readFileSync(file, 'utf8') : undefined
}

/** Whether a link of the file at `path` leads to a file that the package holds. */
function exists(path, target) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const file = normalize(join(dirname(path), target))
  const travels = [...files, 'LICENSE', 'README.md'].some(
    (entry) => file === entry || file.startsWith(`${entry}/`),
  )
  return travels && existsSync(join(root, file))
}
