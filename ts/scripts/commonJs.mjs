// `dist/require`: the package for hosts and compilers whose `require` loads no modules (Jest, TypeScript's `node16`), as
// CommonJS. Its declarations are those of all (`declarations.mjs`).
//
// Node itself never loads it: its `require` takes modules (the condition `module-sync`), so that a process has one engine.

import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { rolldown } from 'rolldown'

import { entries, moduleOf } from './chunks.mjs'
import { root } from './setup/shell.mjs'

const target = join(root, 'dist/require')

/** Made from `dist/src`. */
export async function writeCommonJs() {
  const served = Object.entries(entries).filter(([name]) => isServed(name))
  const bundle = await rolldown({
    input: Object.fromEntries(served.map(([name, path]) => [name, moduleOf(path)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    plugins: [textsFromFiles()],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: target,
    format: 'cjs',
    entryFileNames: 'entry/[name].js',
    chunkFileNames: 'shared/[name].js',
    comments: false,
  })
  await bundle.close()
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
}

/** Pages have no `require`: what stands in for one runs in Node. */
export function isServed(name) {
  return (
    !name.startsWith('page-') && !['browser', 'inline', 'inlineVerify', 'verify'].includes(name)
  )
}

/** The engine of `/inline` is in the package once, as a module; here its text is read out of that. */
function textsFromFiles() {
  return {
    name: 'texts-from-files',
    load(id) {
      if (!id.includes('/generated/inlined/')) return undefined
      const path = relative(join(target, 'shared'), id).replaceAll('\\', '/')
      return `
        import { readFileSync } from 'node:fs'
        export const text = readFileSync(new URL('${path}', import.meta.url), 'utf8').split('\`')[1]
      `
    },
  }
}
