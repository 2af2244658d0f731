// The names that an example may use without declaring them, and the modules that give them.

import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import ts from 'typescript'

import { root } from '../setup/shell.mjs'

const given = join(root, 'ts/docExamples')

/** What an application would import: the entries, in the order in which they are asked for a name. */
export async function publicNames() {
  const entries = ['countersign', 'countersign/hazmat', 'countersign/worker']
  const offered = await Promise.all(entries.map(async (entry) => Object.keys(await import(entry))))
  return new Map(entries.map((entry, index) => [entry, new Set(offered[index])]))
}

/**
 * The modules of `ts/docExamples` for an example of `ts/src/receipt/chain.ts`, seen from the folder `from`: that of the
 * file itself, that of its feature, and the one for all.
 */
export function givenNames(path, from) {
  const parts = relative('ts/src', path).replace(/\.ts$/, '').split('/')
  const own = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
  return new Map(
    [...own, 'common']
      .map((name) => join(given, `${name}.ts`))
      .filter((file) => existsSync(file))
      .map((file) => [relative(from, file), exportsOf(file)]),
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
