// Consumers that bring tools of their own (`ts/tools/consumers`): test runners, compilers, bundlers for Node, runtimes.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { build } from 'esbuild'

import { installTool } from '../scripts/setup/packages.mjs'
import { capture, root, run } from '../scripts/setup/shell.mjs'
import { bun, compile, importTool, vites } from './bundlers.mjs'
import { inEdgeRuntime, inWorkerd, inWrangler } from './edge.mjs'
import { moduleCases } from './node.mjs'
import { enginesIn, withoutEngine } from './project.mjs'
import { compilers, typeCases } from './types.mjs'

const lost = "main, without the engine's file"
const noPart = 'slim, without the file of a part'

/** The cases of each consumer of `consumers.mjs`; `at` gives the path of a file of a tool. */
const kinds = {
  Jest: (project, at) => [
    ['CommonJS', async () => passes(await jest(project, at, 'runner-require.test.cjs'))],
    ['modules', async () => passes(await jestOfModules(project, at))],
    [lost, () => withoutEngine(project, async (copy) => fails(await jestOfModules(copy, at)))],
  ],
  Vitest: (project) => [
    ['modules', async () => passes(await vitest(project))],
    [lost, () => withoutEngine(project, async (copy) => fails(await vitest(copy)))],
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
    [lost, () => alone(project, losing(webpack(at)), 'node-main.mjs', misses)],
  ],
  'Vite SSR': (project, at) => [
    ['inline', () => alone(project, viteSsr(at), 'node-inline.mjs', proves)],
    ['main', () => alone(project, viteSsr(at), 'node-main.mjs', misses)],
  ],
  Bun: (project, at) => inRuntime(project, at(bun), []),
  Deno: (project, at) =>
    inRuntime(project, at(deno), ['run', '--allow-read', '--node-modules-dir=manual']),
  workerd: (project, at) => [
    ['slim', async () => assert.equal(await inWorkerd(project, at, 'worker-slim.mjs'), 'proven')],
    [noPart, async () => lacksPart(await inWorkerd(project, at, 'worker-part.mjs'))],
    [
      'inline',
      async () =>
        assert.match(
          await inWorkerd(project, at, 'worker-inline.mjs'),
          /^ERR_CSP_BLOCKED: .*countersign\/wasm\/verify\.wasm.*'countersign\/slim'/,
        ),
    ],
  ],
  wrangler: (project, at) => [
    ['slim', async () => assert.equal(await inWrangler(project, at, 'worker-slim.mjs'), 'proven')],
    [noPart, async () => lacksPart(await inWrangler(project, at, 'worker-part.mjs'))],
  ],
  'edge-runtime': (project, at) => [
    ['slim', async () => assert.equal(await inEdgeRuntime(project, at, 'edge-slim.mjs'), 'proven')],
    [noPart, async () => lacksPart(await inEdgeRuntime(project, at, 'edge-part.mjs'))],
  ],
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

async function jest(project, at, file, ...flags) {
  const [entryPoints, outfile] = [[join(project, 'proof.js')], join(project, 'proof.cjs')]
  await build({ entryPoints, outfile, format: 'cjs', logLevel: 'error' })
  writeFileSync(join(project, 'jest.config.json'), '{ "testMatch": ["**/*.test.?(c|m)js"] }')
  const args = [...flags, at('jest/bin/jest.js'), '--config', 'jest.config.json', file]
  return await capture(process.execPath, args, { cwd: project })
}

const jestOfModules = (project, at) =>
  jest(project, at, 'runner-import.test.mjs', '--experimental-vm-modules')

/** That of the repository. */
function vitest(project) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'runner-import', '--globals']
  return capture(process.execPath, args, { cwd: project, env: { NO_COLOR: '1' } })
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

/** The same bundle, of which the file of the engine was not copied along. */
const losing = (bundler) => async (input, folder) => {
  const name = await bundler(input, folder)
  for (const path of enginesIn(folder)) rmSync(path)
  return name
}

/** A runtime that reads the files of the package where they are. */
function inRuntime(project, program, flags) {
  const start = (cwd) => capture(program, [...flags, 'node-main.mjs'], { cwd })
  return [
    ['main', async () => proves(await start(project))],
    [lost, () => withoutEngine(project, async (copy) => fails(await start(copy)))],
  ]
}

/** A runner of tests has run one. */
function passes({ code, output }) {
  assert.equal(code, 0, output)
  assert.match(output, /Tests:? +1 passed/)
}

/** The file is not there; what ran shows the text of an error, and not all show its code. */
function fails({ code, output }) {
  assert.notEqual(code, 0)
  assert.match(output, /\.wasm cannot be read.*import 'countersign\/inline'/)
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

function lacksPart(said) {
  assert.match(said, /^CountersignError ERR_PART_MISSING: .*\bhttp\b/)
}

/** The file is there, and is no longer what it was. */
function ruins({ code, output }) {
  assert.notEqual(code, 0)
  assert.match(output, /copied them as text \(ncc\), import 'countersign\/inline'/)
}
