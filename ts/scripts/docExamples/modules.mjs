// Makes a module of an example: imports what it names and does not declare, and compares the values that it shows.

import ts from 'typescript'

/**
 * The names that each of `codes` uses and does not declare.
 *
 * The compiler says so, of the text alone: it has no library and no imports. It reads all texts at once.
 */
export function freeNames(codes) {
  const texts = new Map(codes.map((code, index) => [`${index}.ts`, `${code}\nexport {}`]))
  const program = ts.createProgram([...texts.keys()], { noLib: true, noResolve: true }, host(texts))
  const checker = program.getTypeChecker()
  return [...texts.keys()].map((name) => freeIn(program.getSourceFile(name), checker))
}

function host(texts) {
  return {
    fileExists: (name) => texts.has(name),
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '',
    getDefaultLibFileName: () => '',
    getNewLine: () => '\n',
    getSourceFile: (name, target) =>
      texts.has(name) ? ts.createSourceFile(name, texts.get(name), target, true) : undefined,
    readFile: (name) => texts.get(name),
    useCaseSensitiveFileNames: () => true,
    writeFile: () => {},
  }
}

function freeIn(file, checker) {
  const names = new Set()
  const visit = (node) => {
    if (ts.isIdentifier(node) && isReference(node) && !isDeclared(node, checker))
      names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** A name that stands for a value or type, and is not the name of a member. */
function isReference(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  return !(ts.isPropertyAssignment(parent) && parent.name === node)
}

function isDeclared(node, checker) {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  return (symbol?.declarations?.length ?? 0) > 0
}

/** Where an example that was written to `dist-tools/doc-examples` finds what compares values. */
const shows = ['../../ts/docExamples/shows.ts', new Set(['shows'])]

/**
 * The text of the module for `code`, which names `free` and declares none of it. Line 2 of the module is line 1 of
 * `code`.
 *
 * `sources` maps a module to the names that it offers; the first that offers a name gives it.
 */
export function moduleOf(code, free, sources) {
  const open = new Set([...free, ...(code.includes('shows(') ? ['shows'] : [])])
  const imports = [...sources, shows].flatMap(([specifier, offered]) => {
    const names = [...open].filter((name) => offered.has(name))
    for (const name of names) open.delete(name)
    return names.length > 0 ? [`import { ${names.join(', ')} } from '${specifier}'`] : []
  })
  return `${[...imports, 'export {}'].join('; ')}\n${code}\n`
}

/** How a comment begins that shows a value, as `inspect` prints it. */
const value = /^(['"{[]|(true|false|null|undefined|-?\d+n?)$|Uint8Array )/

/**
 * `code` with a call of `shows` for each value that a comment gives: `Did.parse(text) // 'did:web:…'`, on that line
 * or on the next; after a declaration `// name: 'value'`. Of `console.log(value) // 7` the value is compared.
 */
export function withShownValues(code) {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2022, true)
  return file.statements.reduceRight((text, statement) => {
    const [, comment = ''] = /^[ \t]*\n?[ \t]*\/\/ (.*)/.exec(text.slice(statement.end)) ?? []
    const [, name, rest] = /^(\w+): (.*)$/.exec(comment) ?? []
    if (ts.isVariableStatement(statement) && value.test(rest ?? ''))
      return put(text, statement.end, statement.end, `; ${compared(name, rest)}`)
    if (!ts.isExpressionStatement(statement) || !value.test(comment)) return text
    const shown = printed(statement.expression)
    const [start, end] = [shown.getStart(), shown.end]
    if (shown !== statement.expression)
      return put(text, start, end, compared(text.slice(start, end), comment))
    return put(text, start, end, `;${compared(text.slice(start, end), comment)}`)
  }, code)
}

/** What `console.log` prints of one value, else the expression itself. */
function printed(expression) {
  const isLog = ts.isCallExpression(expression) && expression.expression.getText() === 'console.log'
  return isLog && expression.arguments.length === 1 ? expression.arguments[0] : expression
}

function put(text, start, end, part) {
  return text.slice(0, start) + part + text.slice(end)
}

function compared(expression, text) {
  return `shows(${expression}, ${JSON.stringify(text)})`
}
