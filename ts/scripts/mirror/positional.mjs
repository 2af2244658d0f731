// What is trusted, who signs and the ring are arguments of their own, which nobody can forget; options may not hold
// them.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const own = new Set(['trust', 'signer', 'successor', 'ring'])

/** Every shape of options in `ts/src` that reads one of these, and every type of trust that has a name of its own. */
export function positionalFaults() {
  return files(join(root, 'ts/src')).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const place = relative(root, path)
    return [
      ...optionalRoles(text).map(
        (name) => `${place}: ${name} is a member of options; make it an argument`,
      ),
      ...otherTrusts(text).map(
        (name) => `${place}: ${name} is what may be trusted; call it TrustSource`,
      ),
    ]
  })
}

/**
 * Types of what may be trusted that are called otherwise, and such types without a name. `Trust | TrustInput` is what
 * every verifier takes; what takes more calls it `TrustSource`, and what a function finds is `Known`.
 */
export function otherTrusts(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    if (ts.isTypeAliasDeclaration(node) && isTrust(node.type)) found.push(node.name.text)
    if (ts.isParameter(node) && node.type && isTrust(node.type)) found.push(node.type.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.filter((name) => !/^(TrustSource|Known|Trust \| TrustInput)$/.test(name))
}

function isTrust(type) {
  const names = type.getText().replace(/'[^']*'/g, '')
  return ts.isUnionTypeNode(type) && /\bTrust(Input|Members)?\b/.test(names)
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
