// No code of the caller runs inside a call of the engine, and no class hands out what is inside.
//
// What is thrown inside a call without a code of the engine is taken for a fault, and costs every handle: so a
// getter, a clock or a store of the caller may not run there. All is read and checked before; inside stand names
// of values, methods of the engine, and the few functions below.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** What takes a function that runs inside a call. */
const callers =
  /(^|\.)(call|callApart|Handle|localSigner|localAgreement|adoptSigner|adoptAgreement|openSession|sageSession|pendingOf|make\w*)$|\.(use|spend)$/

/** Functions that run no code of the caller, whatever they are given. */
const harmless = new Set([
  'check.bytes',
  'check.sizeOf',
  'check.copyTo',
  'check.text',
  // Of values that were checked.
  'JSON.parse',
  'kept',
  'keyBytes',
  'packed',
  'privateMembers',
  'publicMembers',
  'typeOf',
  'verifyKept',
])

/** Every such place in the package, as `path:line: text`. */
export function callFaults() {
  return files(join(root, 'ts/src'))
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => callFaultsIn(relative(root, path), readFileSync(path, 'utf8')))
}

/** As {@link callFaults}, of one text. */
export function callFaultsIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const faults = []
  const say = (node, why) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    faults.push(`${path}:${line + 1}: ${why}: ${node.getText().split('\n', 1)}`)
  }
  const visit = (node) => {
    if (isCaller(node))
      for (const given of node.arguments ?? [])
        if (ts.isArrowFunction(given)) inside(given.body, say)
    if (isInternalStatic(node)) say(node.name, 'a static method is in reach of everybody')
    ts.forEachChild(node, visit)
  }
  visit(file)
  return faults
}

function isCaller(node) {
  return (
    (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    callers.test(node.expression.getText())
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
    // Another call, or a function that is given the engine.
    /(^call|\.(use|spend))$/.test(name) ||
    node.arguments[0]?.getText() === 'engine' ||
    // Of bytes that are plain.
    /\.(subarray|slice|getUint32)$/.test(name) ||
    harmless.has(name)
  )
}
