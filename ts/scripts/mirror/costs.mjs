// What a verifier costs at most stands in its documentation, in one wording, with the numbers of a test that counts.
//
// The table is in rust/core/tests/checks: a row has the name of a public function, and its cost. The documentation of
// that function says "Costs at most COST", word for word. Whatever is named as verifiers are, or takes a trust, needs a
// row.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** What functions and methods are called that check signatures of others; most of them take a trust. */
const verbs =
  /^(verify\w*|authorize(Once)?|respond|finish|merge|push|recover|witness|from(Jws|Dsse|Cose)|(read|fetch)Directory|readHistory|compareHistories|exclude\w*|proveAbsence|handler|hono|middleware|fastify)$/

/** Those that look so and check no signature, and what they do. */
const without = new Map([
  ['Sage.Handshake.SageSession#verifyCovered', 'a MAC'],
  ['Argon2id.verify', 'a hash'],
  ['Hmac.verify', 'a MAC'],
  ['JwsHmac.verify', 'a MAC'],
  ['HttpSig.verifyContentDigest', 'a hash'],
  ['Handshake.initiate', 'a search for the key of the peer'],
  ['Sage.Handshake.initiate', 'a search for the key of the peer'],
  ['Receipt.chainVerifier', 'nothing: `push` does'],
  ['Identity.competence.verifier', 'nothing: `push` does'],
  ['Identity.continuity.verifier', 'nothing: `push` does'],
  ['Log.verifyConsistency', 'hashes'],
  ['Log.verifyInclusion', 'hashes'],
  ['Session.Resumption#finish', 'a MAC'],
  ['Sage.Session.SageSession#verifyCovered', 'a MAC'],
])

const tests = 'rust/core/tests/checks'

/** Verifiers without a row, rows of nobody, and documentation that says something else. */
export function costFaults() {
  const texts = files(join(root, tests)).map((path) => readFileSync(path, 'utf8'))
  const functions = publicFunctions(['ts/src/subpath/all.ts', 'ts/src/hazmat.ts'])
  return [...excuseFaults(functions), ...compareCosts(rowsIn(texts.join('\n')), functions)]
}

/** The rows of the table in Rust source: `[name, cost]`. */
export function rowsIn(source) {
  return [...source.matchAll(/\brow\(\s*"([^"]+)",\s*"([^"]+)",/g)].map(([, name, cost]) => [
    name,
    cost,
  ])
}

/** Faults of public functions, `{ name, path, text, trusts }`, by the rows. */
export function compareCosts(rows, functions) {
  const costs = new Map(rows)
  const known = new Map(functions.map((entry) => [entry.name, entry]))
  const missing = functions
    .filter(({ name, trusts }) => trusts || verbs.test(name.split(/[.#]/).at(-1)))
    .filter(({ name }) => !costs.has(name) && !without.has(name))
    .map(({ name, path }) => `${path}: ${name} has no row in ${tests} that counts what it costs`)
  const stale = rows.flatMap(([name, cost]) => {
    const entry = known.get(name)
    if (!entry) return [`${tests}: ${name} is no public function`]
    return says(entry.text, cost) ? [] : [`${entry.path}: ${name} must say: Costs at most ${cost}`]
  })
  const claims = functions
    .filter(({ name, text }) => !costs.has(name) && text.includes('Costs at most'))
    .map(
      ({ name, path }) => `${path}: ${name} says what it costs, and no row of ${tests} counts it`,
    )
  return [...missing, ...stale, ...claims]
}

/** Whether the documentation has the sentence, and no longer a cost that begins like it. */
function says(text, cost) {
  const [, rest] = text.replace(/\s+/g, ' ').split(`Costs at most ${cost}`)
  return rest !== undefined && /^[.,:]/.test(rest)
}

function excuseFaults(functions) {
  const names = new Set(functions.map(({ name }) => name))
  return [...without.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `ts/scripts/mirror/costs.mjs: ${name} is no public function`)
}

/** Functions that entries give away, and methods of their classes, with the text of their documentation. */
function publicFunctions(entries) {
  const paths = entries.map((path) => join(root, path))
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    // Names and comments are all that is asked for.
    noLib: true,
    types: [],
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  return paths.flatMap((path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path))
    return functionsOf(checker, module, '')
  })
}

function functionsOf(checker, module, prefix) {
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
    const name = `${prefix}${exported.name}`
    if (symbol.flags & ts.SymbolFlags.Function) return [described(checker, symbol, name)]
    if (symbol.flags & ts.SymbolFlags.Class) return methodsOf(checker, symbol, name)
    if (symbol.flags & ts.SymbolFlags.ValueModule) return functionsOf(checker, symbol, `${name}.`)
    return []
  })
}

function methodsOf(checker, symbol, name) {
  const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
  return members
    .filter((member) => member.flags & ts.SymbolFlags.Method)
    .map((member) => described(checker, member, `${name}#${member.name}`))
}

function described(checker, symbol, name) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const path = relative(root, symbol.declarations[0].getSourceFile().fileName)
  return { name, path, text, trusts: symbol.declarations.some(takesTrust) }
}

function takesTrust({ parameters = [] }) {
  return parameters.some(({ name, type }) => /trust/i.test(`${name.text} ${type?.getText()}`))
}
