// The type of the options of `verify` is `verify.Options`; of a method `Class.method.Options`, of a constructor
// `Class.Options`. Whoever knows a function can write its options down, documentation can show them, and the reader of
// the options is compared with that type. A type that is written in place has no name, and a second style of names
// (`VerifyOptions`) would have to be learnt.
//
// Options are the last parameter, or one that has `{}` for its default, whatever it is called.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const folders = ['ts/src', 'ts/stores', 'ts/signers']

/** Every type of options that has no name, or one of another style. */
export function optionTypeFaults() {
  return folders
    .flatMap((folder) => files(join(root, folder)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .flatMap((path) =>
      optionFaultsIn(readFileSync(path, 'utf8')).map(
        (fault) => `${relative(root, path)}: ${fault}`,
      ),
    )
}

/** What is wrong with the types of options in a source. */
export function optionFaultsIn(text) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true)
  const found = []
  const visit = (node) => {
    found.push(...parameterFaults(node), ...readerFaults(node), ...nameFaults(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** An exported type, or one of a namespace, whose name ends in `Options` and has more. */
function nameFaults(node) {
  const name = isGiven(node) ? node.name.text : ''
  return /.Options$/.test(name) ? [`${name}: call it \`Options\`, beside its function`] : []
}

function isGiven(node) {
  if (ts.isExportSpecifier(node)) return true
  return (
    (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) &&
    (ts.isModuleBlock(node.parent) || isExported(node))
  )
}

/** A reader of options is compared with their type, which has a name. */
function readerFaults(node) {
  if (!ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Fields') return []
  return (node.typeArguments ?? []).filter(isInPlace).map(nameless)
}

function parameterFaults(node) {
  const own = isPublic(node) ? pathOf(node) : undefined
  if (own === undefined) return []
  return node.parameters
    .filter((parameter) => parameter.type !== undefined)
    .flatMap((parameter) => {
      const { type } = parameter
      if (!takesOptions(parameter)) return []
      if (isInPlace(type)) return [nameless(type)]
      const name = type.getText().replace(/<.*/s, '')
      return name === `${own}.Options` ? [] : [`${own} takes ${name}: call it \`${own}.Options\``]
    })
}

/** Whether a parameter has what options have: the name of their type, a default of `{}`, or members where it is last. */
function takesOptions({ type, initializer, parent }) {
  if (/(^|\.)\w*Options(<|$)/.test(type.getText()) || initializer?.getText() === '{}') return true
  return parent.parameters.at(-1)?.type === type && ts.isTypeLiteralNode(type) && hasData(type)
}

/** What has methods alone is an object of the caller's. */
function hasData(type) {
  return type.members.some((member) => ts.isPropertySignature(member))
}

/** The name of a function or method as a caller writes it, in its module. */
function pathOf(node) {
  if (ts.isFunctionDeclaration(node)) return node.name?.text
  const holder = node.parent.name?.text
  return ts.isConstructorDeclaration(node) ? holder : `${holder}.${node.name.getText()}`
}

/** An exported function, or a method of an exported class, that documentation shows. */
function isPublic(node) {
  if (ts.isFunctionDeclaration(node)) return isExported(node) && !isInternal(node)
  if (!ts.isMethodDeclaration(node) && !ts.isConstructorDeclaration(node)) return false
  if (!ts.isClassDeclaration(node.parent) || !isExported(node.parent)) return false
  const hidden = ts.ModifierFlags.Private
  const isOpen = (ts.getCombinedModifierFlags(node) & hidden) === 0
  return isOpen && !(node.name && ts.isPrivateIdentifier(node.name)) && !isInternal(node)
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
}

/** Marked itself, or in a module that is. */
function isInternal(node) {
  const { text } = node.getSourceFile()
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  return comments.some(({ pos, end }) => text.slice(pos, end).includes('@internal'))
}

function nameless(type) {
  return `${type.getText().replace(/\s+/g, ' ')} has no name; declare \`Options\` beside it`
}

/** Whether members are listed, or the type is taken from the function that it is of. */
function isInPlace(type) {
  if (ts.isTypeLiteralNode(type)) return true
  if (ts.isTypeQueryNode(type)) return true
  return ts.forEachChild(type, isInPlace) ?? false
}
