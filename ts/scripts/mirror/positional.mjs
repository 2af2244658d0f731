// What is trusted and who signs are arguments of their own, which nobody can forget; options may not hold them.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const own = new Set(['trust', 'signer'])

/** Every shape of options in `ts/src` that reads one of these. */
export function positionalFaults() {
  return files(join(root, 'ts/src')).flatMap((path) =>
    optionalRoles(readFileSync(path, 'utf8')).map(
      (name) => `${relative(root, path)}: ${name} is a member of options; make it an argument`,
    ),
  )
}

/** The members of `shape({ … })` in TypeScript that are arguments elsewhere. */
export function optionalRoles(text) {
  const found = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'shape')
      found.push(...node.arguments.flatMap(membersOf).filter((name) => own.has(name)))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true))
  return found
}

function membersOf(value) {
  if (ts.isSatisfiesExpression(value)) return membersOf(value.expression)
  if (!ts.isObjectLiteralExpression(value)) return []
  return value.properties.map(({ name }) => name?.getText() ?? '')
}
