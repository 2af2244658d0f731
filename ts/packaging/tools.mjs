// Consumers that bring tools of their own (`ts/tools/consumers`): test runners, compilers, bundlers for Node, runtimes.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { installTool } from '../scripts/setup/packages.mjs'
import { capture, run } from '../scripts/setup/shell.mjs'
import { bun, compile, importTool, vites } from './bundlers.mjs'
import { bundledByEsbuild, bundledByWrangler, inEdgeRuntime, inWorkerd } from './edge.mjs'
import { moduleCases } from './node.mjs'
import { jest, passes, tells, vitest } from './runners.mjs'
import { compilers, typeCases } from './types.mjs'

/** The cases of each consumer of `consumers.mjs`; `at` gives the path of a file of a tool. */
const kinds = {
  Jest: (project, at) => [
    ['CommonJS', async () => passes(await jest(project, at, 'runner.test.cjs'))],
    ['modules', async () => passes(await jest(project, at, 'runner.test.mjs', vmModules))],
    [
      `CommonJS, ${lost}`,
      () => withoutEngine(project, async () => tells(await jest(project, at, 'runner.test.cjs'))),
    ],
  ],
  Vitest: (project) => [
    ['modules', async () => passes(await vitest(project, 'runner.test.mjs'))],
    [
      `modules, ${lost}`,
      () => withoutEngine(project, async () => tells(await vitest(project, 'runner.test.mjs'))),
    ],
  ],
  'other TypeScript': (project, at) =>
    compilers.flatMap((name) => typeCases(project, at(`${name}/bin/tsc`), name)),
  'Node 22': (project, at) => moduleCases(at('node-22/bin/node'), project),
  'Node 24': (project, at) => moduleCases(at('node-24/bin/node'), project),
  'Rollup for Node': (project, at) => [
    ['inline', () => alone(project, rollup(at), 'node-started.mjs', proves)],
    ['main', () => alone(project, rollup(at), 'node-main-started.mjs', misses)],
  ],
  'Bun for Node': (project, at) => [
    ['inline', () => alone(project, bunBuild(at), 'node-inline.mjs', proves)],
    ['main', () => alone(project, bunBuild(at), 'node-main.mjs', misses)],
  ],
  ncc: (project, at) => [
    ['inline', () => alone(project, ncc(at), 'node-inline.mjs', proves)],
    ['main', () => alone(project, ncc(at), 'node-main.mjs', ruins)],
  ],
  'webpack for Node': (project, at) => [
    ['main', () => alone(project, webpack(at), 'node-main.mjs', proves)],
    [`main, ${lost}`, () => alone(project, withoutFiles(webpack(at)), 'node-main.mjs', misses)],
  ],
  'Vite SSR': (project, at) => [
    ['inline', () => alone(project, viteSsr(at), 'node-inline.mjs', proves)],
    ['main', () => alone(project, viteSsr(at), 'node-main.mjs', misses)],
  ],
  Bun: (project, at) => programCases(project, at(bun), ['node-main.mjs']),
  Deno: (project, at) => programCases(project, at(deno), [...denoFlags, 'node-main.mjs']),
  workerd: (project, at) => [
    ...workerCases(project, at, bundledByEsbuild),
    [
      'inline',
      answers(() => inWorkerd(project, at, bundledByEsbuild, 'worker-inline.mjs'), forbidden),
    ],
  ],
  wrangler: (project, at) => workerCases(project, at, bundledByWrangler),
  'edge-runtime': (project, at) => [
    ['slim', answers(() => inEdgeRuntime(project, at, 'edge-slim.mjs'), /^proven$/)],
    ['slim, without a part', answers(() => inEdgeRuntime(project, at, 'edge-part.mjs'), lacksPart)],
  ],
}

const lost = "without the engine's file"
const vmModules = '--experimental-vm-modules'
const denoFlags = ['run', '--allow-read', '--node-modules-dir=manual']
const lacksPart = /^ERR_PART_MISSING: .*sign/
const forbidden = /^ERR_CSP_BLOCKED: .*countersign\/wasm\/verify\.wasm.*'countersign\/slim'/

/** A program that runs files as Node does. */
function programCases(cwd, program, args) {
  const attempt = () => capture(program, args, { cwd })
  return [
    ['main', async () => proves(await attempt())],
    [`main, ${lost}`, () => withoutEngine(cwd, async () => tells(await attempt()))],
  ]
}

function workerCases(project, at, bundler) {
  const answerOf = (file) => () => inWorkerd(project, at, bundler, file)
  return [
    ['slim', answers(answerOf('worker-slim.mjs'), /^proven$/)],
    ['slim, without a part', answers(answerOf('worker-part.mjs'), lacksPart)],
  ]
}

function answers(ask, pattern) {
  return async () => assert.match(await ask(), pattern)
}

const deno = '@deno/linux-x64-glibc/deno'

/** Installs the tools of the consumers; gives what gives the path of a file of theirs. */
export async function installTools() {
  const title = 'installing the tools of other consumers'
  const folder = await installTool('consumers', title, 'install')
  return (path) => join(folder, 'node_modules', path)
}

/** Cases of the named consumers. */
export async function toolCases(project, names, at) {
  const cases = names.flatMap((name) =>
    kinds[name](project, at).map(([what, work]) => [`${name}: ${what}`, work]),
  )
  return { cases }
}

/** Each bundler writes into `folder`, and gives the name of the file to run. */
const rollup = (at) => async (input, folder) => {
  const { rollup } = await importTool(at('rollup/dist/es/rollup.js'))
  const { nodeResolve } = await importTool(at('@rollup/plugin-node-resolve/dist/es/index.js'))
  const bundle = await rollup({ input, plugins: [nodeResolve()], onwarn() {} })
  await bundle.write({ file: join(folder, 'main.mjs'), format: 'es', inlineDynamicImports: true })
  return 'main.mjs'
}

const bunBuild = (at) => async (input, folder) => {
  await run(at(bun), ['build', '--target=node', input, `--outfile=${join(folder, 'main.mjs')}`])
  return 'main.mjs'
}

const ncc = (at) => async (input, folder) => {
  const args = [at('@vercel/ncc/dist/ncc/cli.js'), 'build', input, '-o', folder]
  // It would take the settings of TypeScript from where it is started.
  await run(process.execPath, args, { cwd: folder })
  return 'index.mjs'
}

const webpack = (at) => async (input, folder) => {
  const { default: webpack } = await importTool(at('webpack/lib/index.js'))
  const output = { path: folder, filename: 'main.cjs' }
  await compile(webpack({ mode: 'production', target: 'node', entry: input, output }))
  return 'main.cjs'
}

/** All in one file: by default it leaves packages where they are. */
const viteSsr = (at) => async (input, outDir) => {
  const { build } = await vites['vite-8'](at)
  const quiet = { configFile: false, logLevel: 'error', root: dirname(input) }
  await build({ ...quiet, ssr: { noExternal: true }, build: { ssr: input, outDir } })
  return `${basename(input, '.mjs')}.js`
}

/** Bundles into a folder that has no `node_modules`, and runs what is there. */
async function alone(project, bundler, file, judge) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-alone-'))
  try {
    const name = await bundler(join(project, file), folder)
    judge(await capture(process.execPath, [name], { cwd: folder }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same bundle, of which nobody copied the files of the engine. */
const withoutFiles = (bundler) => async (input, folder) => {
  const name = await bundler(input, folder)
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.wasm'))
  assert.notEqual(files.length, 0)
  for (const file of files) rmSync(join(folder, file))
  return name
}

/** Does `work` while the installed package has no file of an engine. */
async function withoutEngine(project, work) {
  const folder = join(project, 'node_modules/countersign/dist/generated')
  const engines = ['wasm', 'wasm-fma'].map((name) => join(folder, name))
  for (const engine of engines) renameSync(engine, `${engine}-gone`)
  try {
    await work()
  } finally {
    for (const engine of engines) renameSync(`${engine}-gone`, engine)
  }
}

function proves({ code, output }) {
  assert.equal(code, 0, output)
  assert.match(output, /^proven$/m)
}

/** The file is not there: which, and what helps. */
function misses({ code, output }) {
  assert.notEqual(code, 0)
  assert.match(output, /import 'countersign\/inline'/)
  assert.match(output, /code: 'ERR_WASM_FETCH'/)
}

/** The file is there, and is no longer what it was. */
function ruins({ code, output }) {
  assert.notEqual(code, 0)
  assert.match(output, /copied them as text \(ncc\), import 'countersign\/inline'/)
}
