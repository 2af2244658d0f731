// Each entry in Node: imported, required, and bundled into one file that stands alone.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'esbuild'

import { run } from '../scripts/setup/shell.mjs'
import { versionOf } from '../scripts/setup/tools.mjs'

const entries = ['main', 'bare', 'inline', 'slim', 'subpaths', 'hazmat', 'native', 'worker']

/** The cases of each consumer of `consumers.mjs`. */
const kinds = {
  modules: (program, version, project) => [
    ...entries.map((entry) => [
      `${version}: ${entry}`,
      () => proves(program, `node-${entry}.mjs`, project),
    ]),
    [`${version}: require`, () => proves(program, 'node-require.cjs', project)],
  ],
  'bundled for node': (program, version, project) =>
    ['main', 'bare'].map((entry) => [
      `${version}: ${entry}, bundled, without its files`,
      () => alone(program, project, entry),
    ]),
}

/** Cases of the named consumers for every Node in `programs`. */
export async function nodeCases(project, names, programs) {
  const cases = []
  for (const program of new Set(programs)) {
    const version = `node ${(await versionOf(program, ['--version'])).join('.')}`
    cases.push(...names.flatMap((name) => kinds[name](program, version, project)))
  }
  return { cases }
}

async function proves(program, file, cwd) {
  const output = await run(program, [file], { cwd })
  assert.match(output, /^proven$/m)
}

/** A backend in one file, in a folder that has no `node_modules` and no wasm file. */
async function alone(program, project, entry) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-alone-'))
  try {
    await build({
      entryPoints: [join(project, `node-${entry}.mjs`)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: join(folder, 'backend.mjs'),
      logLevel: 'error',
    })
    await proves(program, 'backend.mjs', folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
