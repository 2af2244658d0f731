// The compiler's view of the declarations, as a strict user has it.

import { join, relative } from 'node:path'
import ts from 'typescript'

import { root, Stop } from '../setup/shell.mjs'

/** Classes that are there for everybody to construct. */
const constructible = new Set(['CountersignError', 'SessionManager'])

const settings = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  strict: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
}

/** Reads files of declarations, and what they import. Fails if they do not compile without what is internal. */
export function readDeclarations(types) {
  const files = [...new Set(types.map((file) => join(root, file)))]
  const program = ts.createProgram(files, settings)
  const wrong = ts.getPreEmitDiagnostics(program).filter(({ file }) => isOurs(file))
  if (wrong.length > 0)
    throw new Stop(`declarations need what is internal:\n${wrong.map(describe).join('\n')}`)
  const checker = program.getTypeChecker()
  return {
    checker,
    moduleOf: (file) => checker.getSymbolAtLocation(program.getSourceFile(join(root, file))),
    exportsOf: (symbol) => exportsOf(checker, symbol),
    typeOf: (symbol) => checker.getTypeOfSymbol(symbol),
    instanceOf: (symbol) => checker.getDeclaredTypeOfSymbol(symbol),
    hasMember: (type, name) => isPublic(checker.getPropertyOfType(type, name)),
    openConstructors: () => program.getSourceFiles().filter(isOurs).flatMap(openConstructors),
  }
}

function isOurs(file) {
  return file?.fileName.startsWith(join(root, 'dist'))
}

/** Pairs of a name and what it stands for. */
function exportsOf(checker, module) {
  return checker.getExportsOfModule(module).map((member) => {
    const isAlias = member.flags & ts.SymbolFlags.Alias
    const symbol = isAlias ? checker.getAliasedSymbol(member) : member
    const isValue = symbol.flags & ts.SymbolFlags.Value
    return [member.name, { symbol, isType: isTypeOnly(checker, member) || !isValue }]
  })
}

/** `export type` of a class, on any of the ways that lead to it. */
function isTypeOnly(checker, symbol) {
  for (let alias = symbol; alias && alias.flags & ts.SymbolFlags.Alias; ) {
    if (alias.declarations?.some((node) => ts.isTypeOnlyImportOrExportDeclaration(node)))
      return true
    alias = checker.getImmediateAliasedSymbol(alias)
  }
  return false
}

/** Exported classes of a declaration file that `new` takes, and that are not for everybody to construct. */
function openConstructors(file) {
  return file.statements
    .filter((node) => ts.isClassDeclaration(node) && node.name !== undefined && isExported(node))
    .filter((node) => !constructible.has(node.name.text) && !hasPrivateConstructor(node))
    .map((node) => `${relative(root, file.fileName)}: anybody may construct ${node.name.text}`)
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
}

/** A class without a constructor has a public one. */
function hasPrivateConstructor(node) {
  const constructors = node.members.filter(ts.isConstructorDeclaration)
  return (
    constructors.length > 0 &&
    constructors.every(
      (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0,
    )
  )
}

function describe({ file, start, messageText }) {
  const { line } = file.getLineAndCharacterOfPosition(start)
  return `  ${file.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}

function isPublic(symbol) {
  if (symbol === undefined) return false
  const flags = (symbol.declarations ?? []).map((node) => ts.getCombinedModifierFlags(node))
  return flags.every((flag) => (flag & ts.ModifierFlags.Private) === 0)
}
