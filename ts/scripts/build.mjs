// Builds `dist` (what npm ships) and `dist-tools` (bench, conformance, examples, the checks of stores, signers and applications for a Node that runs no TypeScript).
//
// Run: npm run build:ts, after `npm run build:engines`

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

import { writeBench } from './benchBundle.mjs'
import { writeCdn } from './cdn.mjs'
import { writeChunks } from './chunks.mjs'
import { writeCommonJs } from './commonJs.mjs'
import { dropDocComments, moveDeclarations } from './declarations.mjs'
import { needs, wrapSubpaths } from './subpaths.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (script, ...args) =>
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })

library()
await writeChunks()
await writeCommonJs()
await writeBench()
await writeCdn()
await tools()

/** TypeScript by its own compiler, since declarations are part of the product. */
function library() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  run('node_modules/typescript/bin/tsc', '-p', 'ts/tsconfig.dist.json')
  moveDeclarations()
  dropDocComments()
  wrapSubpaths()
  const generated = (name) => [join(root, 'ts/generated', name), join(root, 'dist/generated', name)]
  const modules = [...needs.keys()].flatMap((part) => [
    `wasm/${part}.wasm`,
    `wasm-fma/${part}.wasm`,
  ])
  for (const name of ['countersign.node', 'inlined', ...modules])
    if (existsSync(generated(name)[0]))
      cpSync(...generated(name), { recursive: true, filter: (path) => !path.endsWith('.d.ts') })
}

/** Types of the tools are checked by `npm run types`; here they are only removed. */
async function tools() {
  rmSync(join(root, 'dist-tools'), { recursive: true, force: true })
  for (const [from, to] of [
    ['bench', 'bench'],
    ['examples', 'examples'],
    ['ts/conformance', 'conformance'],
    ['ts/stores', 'stores'],
    ['ts/signers', 'signers'],
    ['ts/apps', 'apps'],
  ])
    if (existsSync(join(root, from))) await strip(join(root, from), join(root, 'dist-tools', to))
  // What they share with the scripts.
  cpSync(join(root, 'ts/scripts/setup/port.mjs'), join(root, 'dist-tools/scripts/setup/port.mjs'))
}

async function strip(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.d)\.ts$/.test(entry.name)) continue
    const source = join(entry.parentPath, entry.name)
    // An application of the examples may have packages of its own.
    if (source.slice(from.length).includes('node_modules')) continue
    const target = join(to, source.slice(from.length)).replace(/\.ts$/, '.js')
    const { code } = await transform(await readFile(source, 'utf8'), {
      loader: 'ts',
      target: 'es2022',
      format: 'esm',
    })
    mkdirSync(dirname(target), { recursive: true })
    // An example that runs as TypeScript imports its helper so.
    await writeFile(target, code.replace(/(from "\.[^"]+)\.ts"/g, '$1.js"'))
  }
}
