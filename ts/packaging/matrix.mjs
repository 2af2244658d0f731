// Tries every consumer of both tiers, and writes what came of it to `MATRIX.md` beside this file.
//
// Run: npm run consumers

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, main, root, Stop } from '../scripts/setup/shell.mjs'
import { setup } from '../scripts/setup.mjs'
import { addons, consumers, notRun } from './consumers.mjs'
import { versions } from './versions.mjs'

/** Browsers beside Chromium, which a machine may lack. */
const families = ['firefox', 'webkit']

const path = join(root, 'ts/packaging/MATRIX.md')

await main(async () => {
  const { env, node, missing } = await setup(['dist', 'node', 'browser', ...families])
  const there = families.filter((name) => !missing[name])
  const attempts = []
  for (const more of [[], ['--further'], ...there.map((name) => [name])]) {
    const args = ['ts/packaging/run.mjs', node, ...more]
    attempts.push(await capture(process.execPath, args, { env, show: true }))
  }
  const rows = attempts.flatMap(({ output }) => readRows(output))
  const lacking = families.filter((name) => missing[name]).map((name) => [name, missing[name]])
  const driven = attempts.flatMap(({ output }) => readVersions(output))
  const tools = [...driven, ...(await versions({ node, chromium: env.CHROME_PATH }))]
  writeFileSync(path, page({ rows, tools, lacking }))
  if (attempts.some(({ code }) => code !== 0)) throw new Stop(`a consumer failed: ${path}`)
})

/** `[case, result]` of each line that `run.mjs` prints for a case. */
function readRows(output) {
  const lines = output.matchAll(/^(ok {2}|FAIL) (.+) \([\d.]+ s\)$/gm)
  return [...lines].map(([, result, name]) => [name, result === 'FAIL' ? '**fails**' : 'works'])
}

/** `[browser, version]` of each that a driver has opened. */
function readVersions(output) {
  return [...output.matchAll(/^(\w+) has version (\S+)$/gm)].map(([, ...row]) => row)
}

function page({ rows, tools, lacking }) {
  return `# What the packed package works in

Written by \`npm run consumers\`: ${consumers.length} kinds of projects, ${rows.length} cases. In each the package is installed from the tarball and
built by the project's own tool.

- Projects that run sign, verify, refuse what was changed, and load a part of the engine, in one case or in several. The one
  file from a CDN holds all that it offers, and loads no part.
- A case that ends in "without the engine's file" has lost the files of WebAssembly, and passes if the error names the file
  and the cure. So do the cases \`main\` and \`bare\` of bundles that leave the file behind: of esbuild ("bundled without
  files"), Rollup, Bun and Vite for Node, and ncc, which ruins it.
- Where the caller gives the files (workerd, wrangler, edge-runtime), "without the file of a part" passes if the error names
  that part; \`inline\` in workerd, if the error says that the host compiles nothing.
- In \`csp\` the page forbids WebAssembly, and the error names the directive.
- Service workers, \`inline\` and the server of Nuxt's \`/api/proof\` read no file: none can be missing.
- Cases of TypeScript, and \`publint\` and \`attw\`, compile or check, and run nothing.

${table(['Case', 'Result'], rows)}

## Not run, or known to fail

${table(['Consumer', 'Why'], [...notRun, ...lacking])}

## Addons of all platforms

\`npm run check -- --only natives --system\` looks at the file of each: what it exports, which libraries and which system it
asks for. What more it does, where what it needs is installed:

${table(['Addon', 'Tried'], addons)}

## Versions

${table(['Tool', 'Version'], tools)}
`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
