// What `npm test` and `npm run check` run, as lists, in order: what each change must hold, and a second
// tier (`-- --all`), which takes longer or needs packages of the system.
//
// A step names the parts of the set-up that it needs, so that `--only` prepares
// no more than that, and gives commands: `[program, arguments, options]`. Where
// a step is a test, its output is read for counts.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { browserRefused } from './setup/browser.mjs'
import { engines } from './setup/engines.mjs'
import { root } from './setup/shell.mjs'

const rust = { cwd: join(root, 'rust') }
const cargo = (...args) => ['cargo', args, rust]
const node = (...args) => [process.execPath, args]
const bin = (path, ...args) => node(`node_modules/${path}`, ...args)
const vitest = (program, project) => [
  program,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'ts/vitest.config.ts',
    '--project',
    project,
  ],
]
/** The suite in a browser that WebDriver drives, then pages of the packed tarball there, then `further` commands. */
const family = (name, ...further) => ({
  name,
  needs: ['dist', 'node', name],
  skip: ({ missing }) => missing[name],
  commands: ({ program }) => [
    vitest(process.execPath, name),
    node('ts/packaging/run.mjs', program, name),
    ...further,
  ],
})
/** The vectors on an engine, and where it writes what each case gave. */
const conformance = (program, engine) => [
  program,
  [
    'dist-tools/conformance/main.js',
    ...['--vectors', 'rust/vectors', '--engine', engine, '--verdicts', verdictsOf(engine)],
  ],
]
const scriptTest = (name) => `ts/scripts/test/${name}.test.mjs`
const verdictsOf = (engine) => `.cache/verdicts/${engine}.json`
const verdicts = (...args) => node('ts/scripts/verdicts.mjs', ...args)
const clippy = (...args) => cargo('clippy', '--quiet', '--locked', ...args, '--', '-D', 'warnings')
// The boundary has no tests of its own, and without a host it is empty. `bench` is Node's with what only the bench calls.
const host = (name) => clippy('--lib', '-p', 'countersign-bindings', '--features', name)

/** The checks that are no tests: fast first. */
export const checks = [
  {
    name: 'format',
    needs: ['packages', 'rust'],
    commands: () => [cargo('fmt', '--all', '--check'), biome('check')],
  },
  {
    name: 'clippy',
    needs: ['rust'],
    commands: () => [clippy('--all-targets'), host('wasm'), host('node'), host('bench')],
  },
  {
    name: 'generated',
    needs: ['rust'],
    commands: () => [
      cargo('run', '--quiet', '--locked', '-p', 'xtask', '--', 'generate', '--check'),
      node('ts/scripts/notices.mjs', '--check'),
      node('ts/scripts/vectorLicences.mjs', '--check'),
    ],
  },
  {
    name: 'types',
    needs: ['dist'],
    commands: () => [bin('typescript/bin/tsc', '-p', 'tsconfig.json')],
  },
  {
    name: 'layout',
    needs: ['dist'],
    commands: () => [
      node('ts/scripts/exports.mjs', '--check'),
      node('ts/scripts/surface.mjs', '--check'),
      node('ts/scripts/mirror.mjs'),
    ],
  },
  {
    // What the compiler made of code that handles secrets, in the engine that ships.
    name: 'branches',
    needs: ['rust', 'dist'],
    commands: () => [cargo('run', '--quiet', '--locked', '-p', 'xtask', '--', 'inspect')],
  },
  { name: 'size', needs: ['dist'], commands: () => [node('ts/scripts/size.mjs')] },
  {
    // Instructions of key operations, against a baseline.
    name: 'guard',
    needs: ['packages', 'counted'],
    commands: () => [node('ts/scripts/guard.mjs')],
  },
]

/** The tests. `program` is a current Node. */
export const tests = [
  {
    name: 'scripts',
    needs: ['packages'],
    commands: () => [
      node('--test', ...['scripts', 'docExamples', 'verdicts', 'renamed'].map(scriptTest)),
    ],
  },
  {
    name: 'rust',
    needs: ['rust'],
    commands: () => [cargo('test', '--quiet', '--locked'), verdicts('rust')],
  },
  { name: 'wasm', needs: ['dist', 'panic'], commands: () => [vitest(process.execPath, 'wasm')] },
  {
    name: 'native',
    needs: ['dist', 'panic'],
    commands: () => [vitest(process.execPath, 'native')],
  },
  {
    name: 'wasm-fma',
    needs: ['dist', 'panic', 'node'],
    commands: ({ program }) => [vitest(program, 'wasm-fma')],
  },
  {
    name: 'browser',
    needs: ['dist', 'browser'],
    skip: () => browserRefused() && 'browser: not run (COUNTERSIGN_NO_BROWSER=1)',
    commands: () => [vitest(process.execPath, 'browser')],
  },
  {
    name: 'conformance',
    needs: ['dist', 'node'],
    commands: ({ program }) => [
      ...engines().map(({ name }) => conformance(program, name)),
      verdicts('vectors', ...engines().map(({ name }) => verdictsOf(name))),
    ],
  },
  {
    // Its own tests; then the engines must agree on every case.
    name: 'bench',
    needs: ['dist', 'node'],
    commands: ({ program }) => [
      vitest(program, 'bench'),
      [program, ['dist-tools/bench/main.js', '--agree', '--engines', 'native,wasm-fma,wasm']],
    ],
  },
  {
    name: 'bench-page',
    needs: ['dist', 'browser'],
    skip: () => browserRefused() && 'bench-page: not run (COUNTERSIGN_NO_BROWSER=1)',
    commands: () => [node('--test', 'bench/page/test/page.test.mjs')],
  },
  {
    name: 'examples',
    // One of them opens a tab.
    needs: ['dist', 'node', 'browser'],
    commands: ({ program }) => examples().map((file) => [program, [file]]),
  },
  {
    // Those of doc comments and of Markdown.
    name: 'doc-examples',
    needs: ['dist'],
    commands: () => [node('ts/scripts/docExamples.mjs')],
  },
  {
    name: 'packaging',
    needs: ['dist', 'node', 'browser'],
    commands: ({ program }) => [node('ts/packaging/run.mjs', program)],
  },
]

/** The second tier. What cannot run here says so, with the cure; in CI that is a failure. */
export const more = [
  family('firefox'),
  // It is tested with an option that makes it sound; how it computes without is counted, and fails nothing.
  family('webkit', node('ts/scripts/webkitFaults.mjs')),
  {
    // Faults that are put into the core, a small draw; a test must notice each.
    name: 'mutants',
    needs: ['packages', 'rust', 'engines'],
    commands: () => [node('ts/scripts/mutants.mjs', '--count', '30')],
  },
]

/** What `npm run freeze` runs: each writes its table anew, on `wasm`, with which the others must agree. */
export const freezes = [
  {
    name: 'vectors',
    needs: ['dist'],
    commands: () => [
      conformance(process.execPath, 'wasm'),
      verdicts('vectors', verdictsOf('wasm')),
    ],
  },
  { name: 'tests', needs: ['dist', 'panic'], commands: () => [vitest(process.execPath, 'wasm')] },
  {
    name: 'pages',
    needs: ['dist', 'browser'],
    skip: () => browserRefused() && 'pages: not run (COUNTERSIGN_NO_BROWSER=1)',
    commands: () => [vitest(process.execPath, 'browser')],
  },
  { name: 'rust', needs: ['packages'], commands: () => [verdicts('rust')] },
]

/** What `npm run fix` runs: every check that can repair what it finds. */
export const fixes = [
  {
    name: 'fix',
    needs: ['packages', 'rust'],
    commands: () => [
      cargo('fmt', '--all'),
      cargo('run', '--quiet', '-p', 'xtask', '--', 'generate'),
      node('ts/scripts/notices.mjs'),
      node('ts/scripts/vectorLicences.mjs'),
      node('ts/scripts/exports.mjs'),
      biome('check', '--write'),
    ],
  },
]

function biome(...args) {
  return bin('@biomejs/biome/bin/biome', ...args, '--error-on-warnings', '.')
}

function examples() {
  const folder = join(root, 'dist-tools/examples')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => `dist-tools/examples/${name}`)
}
