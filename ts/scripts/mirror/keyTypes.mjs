// Key types stand once, in `rust/core/src/keys/table.rs`; the lists of TypeScript are generated from there. A list that is
// written by hand would not learn of a new type.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const table = 'ts/src/generated/keys.ts'

/** Every list of key types in the package that is not generated. */
export function keyTypeFaults() {
  const names = keyTypesIn(readFileSync(join(root, table), 'utf8'))
  return ['ts/src', 'ts/cli']
    .flatMap((folder) => files(join(root, folder)))
    .map((path) => relative(root, path))
    .filter((path) => path.endsWith('.ts') && path !== table)
    .flatMap((path) =>
      listsOfTypes(readFileSync(join(root, path), 'utf8'), names).map(
        (list) =>
          `${path}: ${list} lists key types by hand; generate it from the table of the core`,
      ),
    )
}

/** The names of the generated list, in any spelling. */
function keyTypesIn(text) {
  const [, list] = /keyTypes = \[([^\]]*)\]/.exec(text)
  return new Set([...list.matchAll(/'([^']+)'/g)].map(([, name]) => plain(name)))
}

/** Lists and unions of texts of which two or more are key types, however they are spelt (`p256`). */
export function listsOfTypes(text, names) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    const named = partsOf(node).filter((part) => names.has(plain(part)))
    if (named.length > 1) found.push(node.getText().replace(/\s+/g, ' '))
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function partsOf(node) {
  if (ts.isArrayLiteralExpression(node)) return node.elements.filter(isText).map(({ text }) => text)
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap(({ literal }) => (literal && isText(literal) ? [literal.text] : []))
  return []
}

function isText(node) {
  return ts.isStringLiteralLike(node)
}

const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
