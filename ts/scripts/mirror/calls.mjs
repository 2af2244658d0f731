// No code of the caller runs inside a call of the engine, no class hands out what is inside, and no option that is null
// passes for one that is absent.
//
// A function that is given by its name is looked into where it is written: what it may be is known from the types.
//
// What is thrown inside a call without a code of the engine is taken for a fault, and costs every handle: so a
// getter, a clock or a store of the caller may not run there. All is read and checked before; inside stand names
// of values, methods of the engine, and the few functions below.

import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** What takes a function that runs inside a call. */
const callers =
  /(^|\.)(call|callApart|Handle|localSigner|localAgreement|adoptSigner|adoptAgreement|sessionOf|sageSession|pendingOf|make\w*)$|\.(use|spend)$/

/** Types of what a function gets that runs inside a call. */
const engines = new Set(['Engine', 'Loaded'])

const lost = 'runs inside a call of the engine, and is not to be followed'

/** Functions that run no code of the caller, whatever they are given. */
const harmless = new Set([
  'aidHandle',
  'check.bytes',
  'check.sizeOf',
  'check.copyTo',
  'check.text',
  // Of values that were checked.
  'JSON.parse',
  'copyBoth',
  'keyBytes',
  'packItems',
  'privateMembers',
  'publicMembers',
  // Of modules that were compiled.
  'traits.add',
  'traits.load',
  'trustHandle',
  'typeOf',
  'verifyCopies',
])

/** Every such place in the package, as `path:line: text`. */
export function callFaults() {
  const folder = join(root, 'ts/src')
  const paths = files(folder).filter((path) => path.endsWith('.ts'))
  const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json' }, ts.sys, root)
  const program = ts.createProgram(paths, { ...options, types: [] })
  return paths.flatMap((path) => faultsOf(program, path))
}

/** As {@link callFaults}, of one text, which imports nothing. */
export function callFaultsIn(path, text) {
  const options = { noLib: true, target: ts.ScriptTarget.ES2022 }
  const file = ts.createSourceFile(path, text, options.target, true)
  const host = { ...ts.createCompilerHost(options), getSourceFile: (name) => name === path && file }
  return faultsOf(ts.createProgram([path], options, host), path)
}

function faultsOf(program, path) {
  const checker = program.getTypeChecker()
  const faults = new Set()
  const say = (node, why) => {
    const file = node.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    const place = `${relative(root, file.fileName)}:${line + 1}`
    faults.add(`${place}: ${why}: ${node.getText().split('\n', 1)}`)
  }
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      for (const [at, argument] of (node.arguments ?? []).entries())
        if (runsInside(checker, node, at, argument)) follow(checker, argument, say)
    if (isLooseDefault(node)) say(node, 'null must not pass for absent: use `withDefault`')
    if (isInternalStatic(node)) say(node.name, 'a static method is in reach of everybody')
    ts.forEachChild(node, visit)
  }
  visit(program.getSourceFile(path))
  return [...faults]
}

/** Whether what is given runs inside a call: by the name of what takes it, or by its type, which takes an engine. */
function runsInside(checker, node, at, argument) {
  if (isCaller(node) && ts.isArrowFunction(argument)) return true
  const parameters = checker.getResolvedSignature(node)?.parameters ?? []
  const parameter = parameters[Math.min(at, parameters.length - 1)]
  return parameter !== undefined && takesEngine(checker, checker.getTypeOfSymbol(parameter))
}

function takesEngine(checker, type) {
  return type.getCallSignatures().some(({ parameters: [first] }) => {
    if (first === undefined) return false
    const { aliasSymbol, symbol } = checker.getTypeOfSymbol(first)
    return engines.has((aliasSymbol ?? symbol)?.name)
  })
}

/** Looks into a function that runs inside, wherever it is written. */
function follow(checker, argument, say) {
  const node = bare(argument)
  if (ts.isConditionalExpression(node))
    for (const branch of [node.whenTrue, node.whenFalse]) follow(checker, branch, say)
  else if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) inside(node.body, say)
  else if (ts.isCallExpression(node)) followResult(checker, node, say)
  else followName(checker, node, say)
}

/** `as` and parentheses change nothing. */
function bare(node) {
  return ts.isAsExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node
}

/** A name stands for a function of this package, or for a parameter, whose callers are looked at themselves. */
function followName(checker, node, say) {
  const symbol = checker.getSymbolAtLocation(node)
  const real =
    symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = real?.valueDeclaration
  if (declaration === undefined) return say(node, lost)
  if (ts.isParameter(declaration)) {
    if (!takesEngine(checker, checker.getTypeOfSymbol(real))) say(node, lost)
  } else if (declaration.body !== undefined) inside(declaration.body, say)
  else if (declaration.initializer !== undefined) follow(checker, declaration.initializer, say)
  else say(node, lost)
}

/** What a call gives: every function that it may return. */
function followResult(checker, node, say) {
  const { declaration } = checker.getResolvedSignature(node) ?? {}
  const body = declaration?.body
  if (body === undefined) return say(node, lost)
  if (!ts.isBlock(body)) return follow(checker, body, say)
  const visit = (inner) => {
    if (ts.isReturnStatement(inner) && inner.expression) follow(checker, inner.expression, say)
    else if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit)
  }
  visit(body)
}

function isCaller(node) {
  return (
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    callers.test(node.expression.getText())
  )
}

/** The value of an option is called so in each of its fields. */
function isLooseDefault(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    node.left.getText() === 'value'
  )
}

/** `signer.constructor` gives the class to whoever has the object. */
function isInternalStatic(node) {
  return (
    ts.isMethodDeclaration(node) &&
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0 &&
    node.getFullText().slice(0, node.getLeadingTriviaWidth()).includes('@internal')
  )
}

function inside(node, say) {
  if (ts.isCallExpression(node) && !isHarmless(node))
    say(node, 'may run code of the caller inside a call of the engine')
  ts.forEachChild(node, (child) => inside(child, say))
}

function isHarmless(node) {
  const name = node.expression.getText()
  return (
    /^engine\b/.test(name) ||
    // Another call, or a function that is given the engine, or its hot lane.
    /(^call|\.(use|spend))$/.test(name) ||
    /^engine(\.hot)?$/.test(node.arguments[0]?.getText()) ||
    // Of bytes that are plain.
    /\.(subarray|slice|getUint32)$/.test(name) ||
    harmless.has(name)
  )
}
