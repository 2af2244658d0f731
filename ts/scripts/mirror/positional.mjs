// What is trusted, who signs and the ring are arguments of their own, which nobody can forget; options may not hold them.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const own = new Set(['trust', 'signer', 'ring'])

/** Every shape of options in `ts/src` that reads one of these. */
export function positionalFaults() {
  return files(join(root, 'ts/src')).flatMap((path) =>
    optionalRoles(readFileSync(path, 'utf8')).map(
      (name) => `${relative(root, path)}: ${name} is a member of options; make it an argument`,
    ),
  )
}

/** The members of `shape({ … })` in TypeScript that are arguments elsewhere, those of spread objects of the file too. */
export function optionalRoles(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const objects = new Map()
  const shapes = []
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      objects.set(node.name.getText(), node.initializer)
    if (ts.isCallExpression(node) && node.expression.getText() === 'shape')
      shapes.push(...node.arguments)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return shapes.flatMap((shape) => membersOf(shape, objects)).filter((name) => own.has(name))
}

function membersOf(value, objects) {
  if (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))
    return membersOf(value.expression, objects)
  if (ts.isIdentifier(value)) {
    const known = objects.get(value.text)
    return known ? membersOf(known, objects) : []
  }
  if (!ts.isObjectLiteralExpression(value)) return []
  return value.properties.flatMap((property) =>
    ts.isSpreadAssignment(property)
      ? membersOf(property.expression, objects)
      : [property.name?.getText() ?? ''],
  )
}
