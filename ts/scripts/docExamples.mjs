// Compiles every TypeScript example of doc comments and of Markdown against the built package, runs those that can
// run in Node, and looks up every error code that a file of the repository names. An example that does not work, and
// a code that nothing raises, cost a reader more than none.
//
// An example of a doc comment may use names that it does not declare. `ts/docExamples` gives each a real value, by the
// path of the source: for `ts/src/receipt/chain.ts` that is `receipt/chain.ts`, else `receipt.ts`, else `common.ts`.
// An example of Markdown is complete as it stands. A comment that shows a value is compared with the value:
// `Encoding.hex.encode(bytes) // '00ff'`, with `…` for what may be anything.
//
// An example that cannot run in Node says why: ```ts no-run: it needs a page
//
// Run: npm run check -- --only doc-examples (or this file with a part of a path, for the examples of those files)

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

import { build } from 'esbuild'

import { blocksIn } from './docExamples/blocks.mjs'
import { codeFaults, codesIn } from './docExamples/codes.mjs'
import { compileFaults } from './docExamples/compile.mjs'
import { freeNames, moduleOf, withShownValues } from './docExamples/modules.mjs'
import { givenNames, publicNames } from './docExamples/names.mjs'
import { capture, main, root, Stop } from './setup/shell.mjs'

// Inside of the package, so that `countersign` is found by its own name.
const folder = join(root, 'dist-tools/doc-examples')
const read = (path) => readFileSync(join(root, path), 'utf8')

await main(async ([part = '']) => {
  const faults = []
  const texts = tracked().map((path) => [path, read(path)])
  const blocks = texts
    .filter(([path]) => /^ts\/src\/.*\.ts$|\.md$/.test(path) && path.includes(part))
    .flatMap(([path, text]) => blocksIn(path, text, (fault) => faults.push(fault)))
  if (blocks.length === 0) throw new Stop('there is no example')
  faults.push(...unknownCodes(texts))
  const modules = await write(blocks)
  const wrong = compileFaults(join(root, 'ts/docExamples/tsconfig.json'))
  faults.push(...wrong.map(placeIn(modules)))
  const broken = new Set(wrong.map(({ file }) => basename(file)))
  const sound = modules.filter(({ file }) => !broken.has(basename(file)))
  const ready = sound.filter(({ skip }) => !skip)
  faults.push(...(await run(ready)))
  report(modules, `${sound.length} compiled, ${ready.length} run`, faults)
})

/** Every file of text. */
function tracked() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(html|js|json|md|mjs|rs|toml|ts|txt|yml)$/.test(path))
    .filter((path) => existsSync(join(root, path)))
}

function unknownCodes(texts) {
  const known = codesIn(read('ts/src/generated/codes.ts'), read('ts/src/errors.ts'))
  return texts.flatMap(([path, text]) => codeFaults(path, text, known))
}

/** Writes a module for each block, and adds its `file`. */
async function write(blocks) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const entries = await publicNames()
  const free = freeNames(blocks.map(({ code }) => code))
  return blocks.map((block, index) => {
    const { path, line, code } = block
    const name = path.replace(/^ts\/src\//, '').replace(/\W/g, '-')
    const file = join(folder, `${name}-${line}.ts`)
    const offered = path.endsWith('.md') ? [] : [...givenNames(path, folder), ...entries]
    writeFileSync(file, moduleOf(withShownValues(code), free[index], new Map(offered)))
    return { ...block, file }
  })
}

/** Puts the line of the source before a fault of the compiler. */
function placeIn(modules) {
  const byName = new Map(modules.map((module) => [basename(module.file), module]))
  return ({ file, line, text }) => {
    const module = byName.get(basename(file))
    return module
      ? `${module.path}:${module.line + line - 1}: ${text}`
      : `${relative(root, file)}:${line + 1}: ${text}`
  }
}

/** Runs each with values of its own, so that none sees what another did to them; gives what failed. */
async function run(modules) {
  await build({
    entryPoints: modules.map(({ file }) => file),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    // The tsconfig of the repository would lead `countersign` to the sources.
    tsconfigRaw: {},
    logLevel: 'error',
  })
  const results = join(folder, 'results.json')
  const script = join(root, 'ts/scripts/docExamples/run.mjs')
  const files = modules.map(({ file }) => file.replace(/\.ts$/, '.mjs'))
  const { output } = await capture(process.execPath, [script, results, ...files], { cwd: folder })
  if (!existsSync(results)) throw new Stop(`${output}\nthe examples did not run to the end`)
  return JSON.parse(readFileSync(results, 'utf8')).map(({ index, error }) => {
    const { path, line } = modules[index]
    return `${path}:${line}: does not run: ${error}`
  })
}

function report(modules, done, faults) {
  const skipped = modules.filter(({ skip }) => skip)
  for (const { path, line, skip } of skipped) console.log(`  not run: ${path}:${line}: ${skip}`)
  for (const fault of faults) console.error(`  ${fault}`)
  console.log(`${modules.length} examples: ${done}, ${skipped.length} not run`)
  const passed = Math.max(0, modules.length - faults.length)
  console.log(`doc examples: ${passed} passed, ${faults.length} failed`)
  if (faults.length > 0) throw new Stop('doc examples: FAILED')
}
