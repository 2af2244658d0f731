// What options the public functions take, as the compiler knows them.

import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** An object that a public function takes as one of its parameters. */
export type Taker = {
  /** The function, as `Card.sign` or `Vault#derive`. */
  readonly path: string
  /** Which parameter it is, from 0. */
  readonly position: number
  /** Names of the types that the parameter may have. */
  readonly types: readonly string[]
  readonly members: readonly string[]
}

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** Every function and method that the modules export, with each of its parameters that is an object of our own. */
export function takersOf(modules: readonly string[]): readonly Taker[] {
  const checker = programOf(modules)
  const found = new Map<string, Taker>()
  for (const { path, type } of modules.flatMap((module) => functionsOf(checker, module)))
    for (const signature of type.getCallSignatures())
      for (const taker of takers(checker.checker, path, signature)) merge(found, taker)
  return [...found.values()]
}

type Program = { readonly program: ts.Program; readonly checker: ts.TypeChecker }

function programOf(modules: readonly string[]): Program {
  const program = ts.createProgram(modules.map(source), {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    strict: true,
    noEmit: true,
    types: ['node'],
  })
  return { program, checker: program.getTypeChecker() }
}

type Function = { readonly path: string; readonly type: ts.Type }

function functionsOf({ program, checker }: Program, module: string): Function[] {
  const file = program.getSourceFile(source(module)) as ts.SourceFile
  return inModule(checker, checker.getSymbolAtLocation(file) as ts.Symbol, '')
}

function inModule(checker: ts.TypeChecker, module: ts.Symbol, prefix: string): Function[] {
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol =
      exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const path = `${prefix}${exported.name}`
    if (symbol.flags & ts.SymbolFlags.Class) return inClass(checker, symbol)
    if (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable))
      return [{ path, type: checker.getTypeOfSymbol(symbol) }]
    return symbol.flags & ts.SymbolFlags.ValueModule ? inModule(checker, symbol, `${path}.`) : []
  })
}

function inClass(checker: ts.TypeChecker, symbol: ts.Symbol): Function[] {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ flags, name }) => flags & ts.SymbolFlags.Method && /^\w+$/.test(name))
    .filter(({ name }) => !name.startsWith('__'))
    .map((member) => ({
      path: `${symbol.name}#${member.name}`,
      type: checker.getTypeOfSymbol(member),
    }))
}

function takers(checker: ts.TypeChecker, path: string, signature: ts.Signature): Taker[] {
  return signature.getParameters().flatMap((parameter, index) => {
    const declared = checker.getTypeOfSymbol(parameter)
    const types = (declared.isUnion() ? declared.types : [declared]).filter((type) =>
      isOurs(checker, type),
    )
    if (types.length === 0) return []
    const members = types
      .flatMap((type) => checker.getPropertiesOfType(type))
      .map(({ name }) => name)
    return [{ path, position: index, types: types.map((type) => nameOf(checker, type)), members }]
  })
}

/** An object with members that this package names: no list, no function, nothing that a host has. */
function isOurs(checker: ts.TypeChecker, declared: ts.Type): boolean {
  const type = checker.getApparentType(declared)
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false
  if (type.getCallSignatures().length > 0 || checker.isArrayLikeType(type)) return false
  if (checker.getIndexInfosOfType(type).length > 0) return false
  return checker
    .getPropertiesOfType(type)
    .flatMap(({ declarations }) => declarations ?? [])
    .some((member) => member.getSourceFile().fileName.includes('/ts/src/'))
}

function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  const [alias, limit] = [type.aliasSymbol, checker.getBaseConstraintOfType(type)]
  if (alias !== undefined) return alias.name
  return type.isTypeParameter() && limit !== undefined && limit !== type
    ? nameOf(checker, limit)
    : checker.typeToString(type)
}

/** A function with several signatures is one. */
function merge(found: Map<string, Taker>, taker: Taker): void {
  const key = `${taker.path} ${taker.position}`
  const before = found.get(key)
  const types = [...new Set([...(before?.types ?? []), ...taker.types])]
  const members = [...new Set([...(before?.members ?? []), ...taker.members])]
  found.set(key, { ...taker, types, members })
}
