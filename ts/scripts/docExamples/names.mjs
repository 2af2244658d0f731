// The names that an example may use without declaring them, and the modules that give them.

import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import ts from 'typescript'

import { root } from '../setup/shell.mjs'

const folder = join(root, 'ts/docExamples')

/** Entries whose names other entries have too: the main one over another engine, and those of other systems. */
const alike = [
  './inline',
  './inline/verify',
  './native',
  './slim',
  './all',
  './aid',
  './ring-go',
  './sage',
]

/** What an application would import: every entry with its names, the main one first. */
export async function publicNames() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.keys(exports)
    .filter((entry) => !/\.(json|wasm(\?module)?)$/.test(entry) && !alike.includes(entry))
    .sort()
    .map((entry) => entry.replace('.', 'countersign'))
  const offered = await Promise.all(entries.map(async (entry) => Object.keys(await import(entry))))
  return new Map(entries.map((entry, index) => [entry, new Set(offered[index])]))
}

/**
 * The modules of `ts/docExamples` for an example of `ts/src/receipt/chain.ts`, seen from the folder `from`: that of the
 * file itself, that of its feature, and the one for all.
 */
export function givenNames(path, from) {
  const parts = path
    .replace(/^ts\/src\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const own = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
  return new Map(
    [...own, 'common']
      .map((name) => join(folder, `${name}.ts`))
      .filter((file) => existsSync(file))
      .map((file) => [relative(from, file).replaceAll('\\', '/'), exportsOf(file)]),
  )
}

function exportsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  return new Set(file.statements.filter(isExported).flatMap(namesOf))
}

function isExported(statement) {
  return (
    ts.isExportDeclaration(statement) ||
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}

function namesOf(statement) {
  if (ts.isExportDeclaration(statement))
    return (statement.exportClause.elements ?? [statement.exportClause]).map(
      ({ name }) => name.text,
    )
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name))
  return [statement.name.text]
}

/** The names that `const { a, b: [c] } = …` binds. */
function bound(name) {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => bound(element.name))
}
