// Tries every consumer of both tiers, in every browser that is here, and writes what came of it to `MATRIX.md` beside this
// file.
//
// Run: npm run consumers

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, main, root, Stop } from '../scripts/setup/shell.mjs'
import { setup } from '../scripts/setup.mjs'
import { consumers, notRun } from './consumers.mjs'

const path = join(root, 'ts/packaging/MATRIX.md')

await main(async () => {
  const { env, node, missing } = await setup(['dist', 'node', 'browser', ...families])
  const here = families.filter((family) => !missing[family])
  const lacking = families.filter((family) => missing[family])
  const attempts = []
  for (const what of [undefined, '--further', ...here]) {
    const args = ['ts/packaging/run.mjs', node, ...(what ? [what] : [])]
    attempts.push(await capture(process.execPath, args, { env, show: true }))
  }
  const rows = attempts.flatMap(({ output }) => readRows(output))
  writeFileSync(
    path,
    page(rows, [...notRun, ...lacking.map((family) => [family, missing[family]])]),
  )
  if (attempts.some(({ code }) => code !== 0)) throw new Stop(`a consumer failed: ${path}`)
})

const families = ['firefox', 'webkit']

/** `[case, result]` of each line that `run.mjs` prints for a case. */
function readRows(output) {
  const lines = output.matchAll(/^(ok {2}|FAIL) (.+) \([\d.]+ s\)$/gm)
  return [...lines].map(([, result, name]) => [name, result === 'FAIL' ? '**fails**' : 'works'])
}

function page(rows, left) {
  return `# What the packed package works in

Written by \`npm run consumers\`. Each consumer is installed from the tarball, built by its own tool and run: it signs,
verifies and loads a part of the engine. The file of a CDN has no parts, and compilers only check types. Rows with "without"
show the error of a missing file or part; the servers of Next, SvelteKit, Nuxt and Astro and what is bundled in one file have
no such row. The addons of other platforms are tried by \`npm run check -- --only natives\`.
${consumers.length} kinds of projects, ${rows.length} cases.

${table(['Case', 'Result'], rows)}

## Not run, or known to fail

${table(['Consumer', 'Why'], left)}

## Versions

${table(['Tool', 'Version'], versions())}
`
}

/** What the tools are, of the repository and of consumers alone. */
function versions() {
  const own = ['esbuild', 'typescript', 'vite', 'vitest']
  const named = Object.entries(manifestAt('.').devDependencies).filter(([name]) =>
    own.includes(name),
  )
  const further = ['consumers', 'frameworks'].flatMap((tool) => {
    const { dependencies, optionalDependencies } = manifestAt(`ts/tools/${tool}`)
    return Object.entries({ ...dependencies, ...optionalDependencies })
  })
  return [...named, ...further].sort(([first], [second]) => (first < second ? -1 : 1))
}

function manifestAt(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
