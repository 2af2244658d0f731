// What is in the tarball, and what a consumer's TypeScript makes of it.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { root, run } from '../scripts/setup/shell.mjs'
import { files } from '../scripts/setup/stamp.mjs'
import { timeIn } from './bench.mjs'
import { typeCases } from './types.mjs'

const compiler = join(root, 'node_modules/typescript/bin/tsc')
const options = [
  '--noEmit',
  '--strict',
  '--target',
  'es2022',
  '--lib',
  'es2024,dom,esnext.disposable',
]

/** Cases of the tarball itself. */
export function tarballCases(project) {
  const types = (resolution, module) => async () => {
    await run(
      process.execPath,
      [
        compiler,
        ...options,
        '--module',
        module,
        '--moduleResolution',
        resolution,
        ...sources(project),
      ],
      { cwd: project },
    )
  }
  return {
    cases: [
      ['tarball: holds what is listed and nothing else', () => contents(project)],
      ['bench: what is not installed is n/a', () => time(project)],
      ['types: moduleResolution bundler', types('bundler', 'esnext')],
      ['types: moduleResolution nodenext', types('nodenext', 'nodenext')],
      ...typeCases(project, compiler, 'typescript'),
      ['publint', lint],
      [
        'attw, profile esm-only',
        () => tool('@arethetypeswrong/cli/dist/index.js', wrongTypes(project)),
      ],
    ],
  }
}

/** The tarball alone has no addon, and nobody installed other packages. */
async function time(project) {
  const { rows, environment } = await timeIn(project)
  const timed = new Set(rows.map(({ engine }) => engine))
  assert(timed.has('wasm') && timed.has('node:crypto'), [...timed].join())
  for (const name of ['native', 'jose', '@noble/curves'])
    assert(!timed.has(name) && name in environment.missing, name)
}

/** The consumer's file, and the examples of the README that came with the package. */
function sources(project) {
  const readme = readFileSync(join(project, 'node_modules/countersign/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  const examples = blocks.map(([, code], index) => {
    writeFileSync(join(project, `readme-${index}.ts`), code)
    return `readme-${index}.ts`
  })
  return ['types.ts', ...examples]
}

/** No file is called as Turbopack asks for one: `verify.wasm?module`. Nothing else may be wrong. */
async function lint() {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true, level: 'warning' })
  const isAsked = ({ code, path }) =>
    code === 'EXPORTS_GLOB_NO_MATCHED_FILES' && path.at(-1).endsWith('?module')
  const faults = messages.filter((message) => !isAsked(message))
  assert.deepEqual(
    faults.map((message) => formatMessage(message, pkg)),
    [],
  )
}

function wrongTypes(project) {
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))
  // The wasm files are data: no import of them has a type before a bundler gives it one.
  const data = ['wasm/*.wasm', 'wasm-fma/*.wasm', 'wasm/*.wasm?module']
  return [join(project, tarball), '--profile', 'esm-only', '--exclude-entrypoints', ...data]
}

function contents(project) {
  const folder = join(project, 'node_modules/countersign')
  const names = files(folder).map((path) => relative(folder, path).replaceAll('\\', '/'))
  const allowed =
    /^(dist\/(bench|cli|src|chunks|require|generated)\/.*\.(js|wasm)|dist\/chunks\/.*\.js\.map|dist\/types\/.*\.d\.m?ts|dist\/cdn\.js|dist\/(chunks|require|types)\/package\.json|ts\/docs\/.*\.md|examples\/.*\.ts|package\.json|README\.md|LICENSE|THIRD_PARTY_NOTICES\.txt|CHANGELOG\.md)$/
  assert.deepEqual(
    names.filter((name) => !allowed.test(name)),
    [],
  )
  const texts = ['LICENSE', 'THIRD_PARTY_NOTICES.txt', 'README.md', 'CHANGELOG.md']
  for (const name of [...texts, 'dist/generated/wasm/verify.wasm'])
    assert(names.includes(name), `${name} is not in the tarball`)
  const maps = names.filter((name) => name.endsWith('.js.map'))
  assert(maps.length > 0)
  for (const name of maps)
    for (const source of JSON.parse(readFileSync(join(folder, name), 'utf8')).sources)
      assert(names.includes(posix.join(dirname(name), source)), `${name}: no ${source}`)
}

function tool(path, args) {
  return run(process.execPath, [join(root, 'node_modules', path), ...args])
}
