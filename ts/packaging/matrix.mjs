// Tries every consumer of both tiers, and writes what came of it to `MATRIX.md` beside this file.
//
// Run: npm run consumers

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, main, root, Stop } from '../scripts/setup/shell.mjs'
import { setup } from '../scripts/setup.mjs'
import { consumers, notRun } from './consumers.mjs'

const path = join(root, 'ts/packaging/MATRIX.md')

await main(async () => {
  const { env, node } = await setup(['dist', 'node', 'browser'])
  const attempts = []
  for (const more of [[], ['--further']]) {
    const args = ['ts/packaging/run.mjs', node, ...more]
    attempts.push(await capture(process.execPath, args, { env, show: true }))
  }
  const rows = attempts.flatMap(({ output }) => readRows(output))
  writeFileSync(path, page(rows))
  if (attempts.some(({ code }) => code !== 0)) throw new Stop(`a consumer failed: ${path}`)
})

/** `[case, result]` of each line that `run.mjs` prints for a case. */
function readRows(output) {
  const lines = output.matchAll(/^(ok {2}|FAIL) (.+) \([\d.]+ s\)$/gm)
  return [...lines].map(([, result, name]) => [name, result === 'FAIL' ? '**fails**' : 'works'])
}

function page(rows) {
  return `# What the packed package works in

Written by \`npm run consumers\`. Each consumer is installed from the tarball, built by its own tool and run: it signs,
verifies, loads a part of the engine, and shows the error of a missing file where it can be missing.
${consumers.length} kinds of projects, ${rows.length} cases.

${table(['Case', 'Result'], rows)}

## Not run, or known to fail

${table(['Consumer', 'Why'], notRun)}
`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
