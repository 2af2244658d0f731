// One function refuses a report whose facts do not hold: `requireFacts`. A second one, for reports of one
// feature, would have rules of its own about what may stay unchecked.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const home = 'ts/src/facts.ts'

/** Functions that require something of a report, elsewhere than in `ts/src/facts.ts`. */
export function factFaults() {
  return files(join(root, 'ts/src'))
    .map((path) => [relative(root, path), readFileSync(path, 'utf8')])
    .filter(([path]) => path.endsWith('.ts') && path !== home && !path.includes('/generated/'))
    .flatMap(([path, text]) =>
      requirers(text).map((name) => `${path}: ${name} is a second requireFacts`),
    )
}

/**
 * Functions, methods and exports that are called `require…`, exported or not, and functions that raise a code of facts
 * under any name. `requireFacts` itself may be passed on.
 */
export function requirers(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node, within) => {
    const name = nameOf(node)
    const own = name ?? within
    if (/^require[A-Z]/.test(name ?? '') && name !== 'requireFacts') found.push(name)
    else if (ts.isStringLiteralLike(node) && node.text.startsWith('ERR_FACT_'))
      found.push(own ?? node.text)
    ts.forEachChild(node, (child) => visit(child, own))
  }
  visit(source)
  return found
}

/** What a function is called, or what an export is given away as. */
function nameOf(node) {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isExportSpecifier(node) ||
    (ts.isVariableDeclaration(node) && node.initializer !== undefined)
  return named ? node.name?.getText() : undefined
}
