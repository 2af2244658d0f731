// `dist/types`: the declarations, once for importers and for what requires. To a compiler they are CommonJS, which both
// may load; the entries have a `.d.mts` besides, since an importer would think that it gets CommonJS at run time too.
// Both then see the same types: a `Signer` that was imported is one where it was required.
//
// They have the doc comments, and the modules do not: there they would add 140 KB to the tarball.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { root } from './setup/shell.mjs'

const source = join(root, 'dist/src')
const target = join(root, 'dist/types')

/** Moves what the compiler wrote beside the modules. */
export function moveDeclarations() {
  for (const path of declarationsIn(source)) {
    const moved = join(target, relative(source, path))
    mkdirSync(dirname(moved), { recursive: true })
    renameSync(path, moved)
  }
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
  for (const path of typesOfEntries()) writeEntry(join(root, path))
  // Nobody imports the program.
  for (const path of declarationsIn(join(root, 'dist/cli'))) rmSync(path)
}

/** Removes the doc comments of the modules, each of lines of its own. Throws for one that is beside code. */
export function dropDocComments() {
  for (const folder of [source, join(root, 'dist/cli')])
    for (const path of filesIn(folder, '.js')) {
      const code = readFileSync(path, 'utf8').replace(/^[ \t]*\/\*\*(?:(?!\*\/).)*\*\/\n/gms, '')
      if (/^[ \t]*\/\*\*/m.test(code))
        throw new Error(`a doc comment stands beside code in ${path}`)
      writeFileSync(path, code)
    }
}

const declarationsIn = (folder) => filesIn(folder, '.d.ts')

function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))
}

/** Those that `exports` names for importers. */
function typesOfEntries() {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  return new Set(text.match(/(?<=")\.\/dist\/types\/[^"]+\.d\.mts(?=")/g))
}

function writeEntry(path) {
  const declared = path.replace(/\.d\.mts$/, '.d.ts')
  if (!existsSync(declared)) throw new Error(`No declarations for ${path}`)
  writeFileSync(path, `export * from './${basename(declared, '.d.ts')}.js'\n`)
}
