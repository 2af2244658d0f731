// Writes `ts/public-surface.txt`: every name that an entry of the package gives away, and of each class what is in
// reach of whoever has an object of it. Beside it `ts/main-entry.md`, the functions of the main entry on one page.
//
// The declarations say what is public: the compiler leaves out what is marked `@internal`. Whatever can be imported
// and is not declared is a door into the inside, and a fault; so are declarations that do not compile without what
// was left out, and classes that their declaration lets anybody construct: most of them stand for what is in the
// engine, and only a function of the package may make one.
//
// With `--check` it also holds `ts/renamed.tsv`, which says of each name of 0.1.0 what became of it.
//
// Run: npm run surface (`-- --check` only compares), after `npm run build:ts`

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { codesIn } from './docExamples/codes.mjs'
import { main, root, Stop } from './setup/shell.mjs'
import { readDeclarations } from './surface/declarations.mjs'
import { mainPage } from './surface/page.mjs'
import { renameFaults, summary } from './surface/renamed.mjs'

const list = join(root, 'ts/public-surface.txt')
const page = join(root, 'ts/main-entry.md')
const renamed = join(root, 'ts/renamed.tsv')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

await main(async (args) => {
  const entries = Object.entries(exports).flatMap(([name, conditions]) => targets(name, conditions))
  const checker = readDeclarations(entries.map(({ types }) => types))
  const found = new Map()
  const faults = checker.openConstructors()
  for (const { name, types, file } of entries) {
    const entry = checker.moduleOf(types)
    const seen = walk(checker, entry, await import(join(root, file)), '', (fault) =>
      faults.push(`${file}: ${fault}`),
    )
    for (const line of seen) found.set(line, (found.get(line) ?? new Set()).add(name))
  }
  if (faults.length > 0) throw new Stop(`public surface:\n  ${[...new Set(faults)].join('\n  ')}`)
  const text = print(found)
  const printed = mainPage(checker.checker, checker.moduleOf(exports['.'].default.types))
  if (!args.includes('--check')) {
    writeFileSync(list, text)
    return writeFileSync(page, printed)
  }
  isCurrent(list, text)
  isCurrent(page, printed)
  const names = readFileSync(renamed, 'utf8')
  const lost = renameFaults(names, withCodes(found))
  if (lost.length > 0) throw new Stop(`ts/renamed.tsv:\n  ${lost.join('\n  ')}`)
  console.log(`public surface: ${found.size} names; ${summary(names)}`)
})

/** The surface, and the codes that the package raises, which every entry has. */
function withCodes(found) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const codes = codesIn(read('ts/src/generated/codes.ts'), read('ts/src/errors.ts'))
  return new Map([...found, ...[...codes].map((code) => [`${code} code`, new Set()])])
}

function isCurrent(path, text) {
  const known = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (known !== text)
    throw new Stop(`${relative(root, path)} is stale: npm run surface\n${difference(known, text)}`)
}

/** Every pair of declarations and module that a runtime or bundler can get for an entry. */
function targets(entry, conditions) {
  const pairs = new Map()
  const visit = (value) => {
    if (typeof value !== 'object') return
    for (const [key, file] of Object.entries(value)) {
      // The same modules, as CommonJS.
      if (key === 'require') continue
      if (typeof file === 'object') visit(file)
      else if (key !== 'types') pairs.set(`${value.types} ${file}`, { types: value.types, file })
    }
  }
  visit(conditions)
  return [...pairs.values()].map((pair) => ({ name: entry.replace('.', 'countersign'), ...pair }))
}

/** Lines for the names of a module, and of the namespaces in it. */
function walk(checker, module, actual, prefix, fault) {
  const lines = []
  const declared = new Map(checker.exportsOf(module))
  for (const name of Object.keys(actual))
    if (!declared.has(name)) fault(`${prefix}${name} can be imported, and is internal`)
  for (const [name, { symbol, isType }] of declared) {
    const path = `${prefix}${name}`
    const isModule = (symbol.flags & ts.SymbolFlags.ValueModule) !== 0
    if (isType) lines.push(...named(checker, symbol, undefined, path, fault))
    else if (!(name in actual)) fault(`${path} is declared, and not there`)
    else if (isModule && isNamespace(actual[name]))
      lines.push(...walk(checker, symbol, actual[name], `${path}.`, fault))
    else lines.push(...named(checker, symbol, actual[name], path, fault))
  }
  return lines
}

function named(checker, symbol, value, path, fault) {
  const types = typesIn(checker.checker, symbol, path)
  if (value === undefined) return [`${path} type`, ...types]
  if (!isClass(value))
    return [`${path} ${typeof value === 'function' ? 'function' : 'constant'}`, ...types]
  const statics = Object.getOwnPropertyNames(value).filter(
    (name) => !['length', 'name', 'prototype'].includes(name),
  )
  const members = Object.getOwnPropertyNames(value.prototype).filter(
    (name) => name !== 'constructor',
  )
  for (const name of statics)
    if (!checker.hasMember(checker.typeOf(symbol), name))
      fault(`${path}.${name} is in reach of everybody, and is internal`)
  for (const name of members)
    if (!checker.hasMember(checker.instanceOf(symbol), name))
      fault(`${path}#${name} is in reach of everybody, and is internal`)
  return [
    `${path} class`,
    ...statics.map((name) => `${path}.${name} static`),
    ...members.map((name) => `${path}#${name} member`),
    ...types,
  ]
}

/** The types beside a function or class, and beside each method. */
function typesIn(checker, symbol, path) {
  return [...(symbol.exports ?? new Map()).values()].flatMap((member) => {
    const name = `${path}.${member.name}`
    if (member.flags & ts.SymbolFlags.Type) return [`${name} type`]
    // A method whose name is a keyword has its types under another, and gives them away under its own.
    const isAlias = (member.flags & ts.SymbolFlags.Alias) !== 0
    const holder = isAlias ? checker.getAliasedSymbol(member) : member
    return holder.flags & ts.SymbolFlags.NamespaceModule ? typesIn(checker, holder, name) : []
  })
}

/** A module, or what a bundler makes of one. */
function isNamespace(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isClass(value) {
  return (
    typeof value === 'function' &&
    Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  )
}

/** Names under the entries that have them. */
function print(found) {
  const groups = new Map()
  for (const [line, names] of found) {
    const key = [...names].sort().join(', ')
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  const order = ([a], [b]) => (a < b ? -1 : 1)
  return [...groups]
    .sort(order)
    .map(([key, lines]) => `# ${key}\n${lines.sort().join('\n')}\n`)
    .join('\n')
}

function difference(before, after) {
  const [old, fresh] = [before, after].map((text) => new Set(text.split('\n')))
  const gone = [...old].filter((line) => !fresh.has(line)).map((line) => `- ${line}`)
  const more = [...fresh].filter((line) => !old.has(line)).map((line) => `+ ${line}`)
  return [...gone, ...more].slice(0, 20).join('\n')
}
