// Each entry in Node: imported, required, and bundled into one file that stands alone. There only `/inline` has an
// engine; the others name the file that they miss, and the cure.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'esbuild'

import { capture, run } from '../scripts/setup/shell.mjs'
import { versionOf } from '../scripts/setup/tools.mjs'
import { holdsNoEngine } from './weight.mjs'

const entries = [
  'main',
  'bare',
  'inline',
  'inline-verify',
  'slim',
  'subpaths',
  'hazmat',
  'native',
  'worker',
]

/** The cases of each consumer of `consumers.mjs`. */
const kinds = {
  modules: (program, version, project) =>
    moduleCases(program, project).map(([name, work]) => [`${version}: ${name}`, work]),
  'bundled for node': (program, version, project) => {
    const name = `${version}, bundled without files`
    const bundle = (entry, ending, judge, options) => () =>
      alone(program, project, entry, ending, judge, options)
    return [
      ...['main', 'bare'].map((entry) => [`${name}: ${entry}`, bundle(entry, 'mjs', misses)]),
      ...['inline', 'inline-verify'].flatMap((entry) =>
        ['mjs', 'cjs'].map((ending) => [
          `${name}: ${entry}, ${ending}`,
          bundle(entry, ending, proves),
        ]),
      ),
      [
        `${name}: an error of inline shows no engine`,
        bundle('throws', 'mjs', throwsBriefly, { minify: true }),
      ],
    ]
  },
}

/** The cases of `modules`. */
export function moduleCases(program, project) {
  return [
    ...entries.map((entry) => [entry, () => proves(program, `node-${entry}.mjs`, project)]),
    ['require', () => proves(program, 'node-require.cjs', project)],
  ]
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

async function misses(program, file, cwd) {
  holdsNoEngine(join(cwd, file))
  const { code, output } = await capture(program, [file], { cwd })
  assert.notEqual(code, 0)
  assert.match(output, /CountersignError: file:\S+\.wasm cannot be read \(Error: ENOENT/)
  assert.match(output, /import 'countersign\/inline'/)
  assert.match(output, /code: 'ERR_WASM_FETCH'/)
}

/** Node prints the line that threw, and all code may stand on one. Lines of the engine have 160 characters. */
async function throwsBriefly(program, file, cwd) {
  const { code, output } = await capture(program, [file], { cwd })
  assert.notEqual(code, 0)
  assert.match(output, /code: 'ERR_ARGUMENT'/)
  assert.doesNotMatch(output, /[A-Za-z0-9+/]{160}/)
}

/** A backend in one file, in a folder that has no `node_modules` and no wasm file. */
async function alone(program, project, entry, ending, judge, options) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-alone-'))
  try {
    await build({
      entryPoints: [join(project, `node-${entry}.mjs`)],
      bundle: true,
      platform: 'node',
      format: ending === 'cjs' ? 'cjs' : 'esm',
      outfile: join(folder, `backend.${ending}`),
      logLevel: 'error',
      ...options,
    })
    await judge(program, `backend.${ending}`, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
