// Options have a type with a name (`verify.Options`), which callers can write down and documentation can show, and the
// reader of the options is compared with that type. A type that is written in place has neither.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** Every type of options in `ts/src` that has no name. */
export function optionTypeFaults() {
  return files(join(root, 'ts/src'))
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      namelessOptions(readFileSync(path, 'utf8')).map(
        (text) => `${relative(root, path)}: ${text} has no name; declare \`Options\` beside it`,
      ),
    )
}

/** The types of parameters called `options`, and of readers of options, that are written in place. */
export function namelessOptions(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    for (const type of optionsOf(node))
      if (isInPlace(type)) found.push(type.getText().replace(/\s+/g, ' '))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

// What a type of the host's own demands, as a method of Fastify's, is not ours to name.
function optionsOf(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
    return node.parameters
      .filter(({ name }) => /^options$|Options$/.test(name.getText()))
      .map(typed)
  if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Fields')
    return node.typeArguments ?? []
  return []
}

function typed(parameter) {
  return parameter.type ?? parameter
}

/** Whether members are listed, or the type is taken from the function that it is of. */
function isInPlace(type) {
  if (ts.isTypeLiteralNode(type)) return true
  if (ts.isTypeQueryNode(type)) return true
  return ts.forEachChild(type, isInPlace) ?? false
}
