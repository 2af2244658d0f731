// `ts/main-entry.md`: every function of the main entry with its parameters, on one printed page.

import ts from 'typescript'

/** How many functions the main entry may have, and how many lines of this width are a page. */
const MOST = 150
const LINES = 66
const WIDTH = 110

/** The page for the declarations of an entry, given the compiler's view of its module. */
export function mainPage(checker, module) {
  const groups = functionsIn(checker, module, '')
  const count = groups.flatMap(({ calls }) => calls).length
  const lines = groups.map(({ name, calls }) => `**${name}** ${calls.join(' · ')}`).flatMap(wrap)
  const text = `${head(count)}\n${lines.join('\n')}`
  const length = text.split('\n').length
  if (count > MOST) throw new Error(`the main entry has ${count} functions, more than ${MOST}`)
  if (length > LINES)
    throw new Error(`the list of the main entry has ${length} lines, and a page ${LINES}`)
  return text
}

function head(count) {
  return `# What \`countersign\` exports

${count} functions, written by \`npm run surface\`. Types and the other entries: \`public-surface.txt\`.
`
}

/** Groups of calls: those of the module itself, then those of each namespace in it, at any depth. */
function functionsIn(checker, module, path) {
  const members = checker
    .getExportsOfModule(module)
    .map((member) => [member.name, real(checker, member)])
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1))
  const own = [
    ...sorted.filter(([, { flags }]) => flags & ts.SymbolFlags.Function),
    ...sorted.filter(([, { flags }]) => flags & ts.SymbolFlags.Class).flatMap(staticsOf),
  ]
  const inner = sorted.filter(([, { flags }]) => flags & ts.SymbolFlags.ValueModule)
  const calls = own.map(([name, symbol]) => `\`${name}(${parametersOf(checker, symbol)})\``)
  return [
    ...(calls.length > 0 ? [{ name: path || 'countersign', calls }] : []),
    ...inner.flatMap(([name, symbol]) =>
      functionsIn(checker, symbol, path ? `${path}.${name}` : name),
    ),
  ]
}

/** The static methods of a class, with its name. */
function staticsOf([name, { exports }]) {
  return [...exports.values()]
    .filter(({ flags }) => flags & ts.SymbolFlags.Method)
    .map((method) => [`${name}.${method.name}`, method])
}

function real(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Names of the parameters, of the form that takes most of them. */
function parametersOf(checker, symbol) {
  const forms = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const [most] = forms.map(({ parameters }) => parameters).sort((a, b) => b.length - a.length)
  return most.map((parameter) => `${parameter.name}${isOptional(parameter) ? '?' : ''}`).join(', ')
}

function isOptional({ valueDeclaration }) {
  return (
    valueDeclaration?.questionToken !== undefined || valueDeclaration?.initializer !== undefined
  )
}

/** Breaks a paragraph between calls, and ends it with an empty line. */
function wrap(text) {
  const lines = ['']
  for (const part of text.split(' · ')) {
    const last = lines.at(-1)
    const longer = last ? `${last} · ${part}` : part
    if (last && longer.length > WIDTH) lines.push(part)
    else lines[lines.length - 1] = longer
  }
  return [...lines, '']
}
