// Modules of one folder of the core import each other one way, at every depth.
//
// A folder's own file and its modules may name each other: it is their common list. What it passes
// on (`pub use reading::Reading`) counts as an import of the module that has it.

/**
 * Every circle of imports.
 *
 * @param sources Map from a module's path (`card/payload`) to its Rust source.
 */
export function circleFaults(sources) {
  return folderCircles(sources).map((circle) => `rust/core/src: ${circle} import each other`)
}

/** Every circle of imports inside a folder; the folder of the crate itself is called `core`. */
export function folderCircles(sources) {
  const graphs = new Map()
  for (const [from, source] of sources)
    for (const target of importedPaths(from, source)) {
      const own = from.split('/')
      const isThere = (folder, name) => isModule(sources, folder, name)
      addEdge(graphs, own, resolve(sources, own, target), isThere)
    }
  return circlesOf(graphs, 'core')
}

/** Every circle of the graph of each folder, as `folder: a, b`; the outermost folder is called `top`. */
export function circlesOf(graphs, top) {
  return [...graphs].flatMap(([folder, imports]) =>
    circles(imports).map((group) => `${folder || top}: ${group}`),
  )
}

/** Groups of modules of which each reaches the others, of a map from a module to those that it imports. */
export function circles(imports) {
  const reach = (from, seen = new Set()) => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  const reached = new Map([...imports.keys()].sort().map((name) => [name, reach(name)]))
  const groups = [...reached].map(([name, seen]) =>
    [...seen].filter((other) => other !== name && reached.get(other)?.has(name)).concat(name),
  )
  return [
    ...new Set(groups.filter(({ length }) => length > 1).map((group) => group.sort().join(', '))),
  ]
}

/** Rust source without comments, texts, and what only tests compile. */
export function codeOf(source) {
  return source
    .replace(/\/\/.*$|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^\\'])'/gm, '')
    .replace(/#\[cfg\(test\)\]\s*mod \w+;/g, '')
    .split(/#\[cfg\(test\)\]\s*mod /)[0]
}

/** The absolute paths, as lists of names, that the module `from` names by `crate`, `super` or `self`. */
export function importedPaths(from, source) {
  const code = codeOf(source)
  const uses = [...code.matchAll(/\buse\s+((?:crate|super|self)\b[\s\S]*?);/g)]
  const listed = uses.flatMap(([, tree]) => branches(tree))
  const rest = code.replace(/\buse\s+[\s\S]*?;/g, '')
  const inline = [...rest.matchAll(/\b(?:crate|super|self)(?:::\w+)+/g)].map(([path]) => path)
  return [...listed, ...inline].map((path) => absolute(from.split('/'), path.split('::')))
}

/** The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`. */
function branches(tree) {
  const text = tree.replace(/\s+/g, ' ').trim()
  const brace = text.indexOf('{')
  if (brace < 0) return [text.replace(/ as \w+$/, '')]
  const inner = splitList(text.slice(brace + 1, text.lastIndexOf('}')))
  return inner.flatMap((part) => branches(part)).map((end) => text.slice(0, brace) + end)
}

/** Splits at the commas that stand outside braces. */
function splitList(list) {
  let depth = 0
  const parts = ['']
  for (const letter of list) {
    depth += { '{': 1, '}': -1 }[letter] ?? 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function absolute(from, [first, ...path]) {
  let base = first === 'crate' ? [] : first === 'self' ? from : from.slice(0, -1)
  while (path[0] === 'super') {
    base = base.slice(0, -1)
    path = path.slice(1)
  }
  return [...base, ...path.filter((name) => name !== 'self')]
}

/** Adds an import to the graph of the folder where the two paths, lists of names, part. */
export function addEdge(graphs, own, resolved, isThere = () => true) {
  let depth = 0
  while (depth < own.length && own[depth] === resolved[depth]) depth += 1
  const [name, other] = [own[depth], resolved[depth]]
  const folder = own.slice(0, depth).join('/')
  if (name === undefined || other === undefined || !isThere(folder, other)) return
  const imports = graphs.get(folder) ?? graphs.set(folder, new Map()).get(folder)
  for (const module of [name, other]) if (!imports.has(module)) imports.set(module, new Set())
  imports.get(name).add(other)
}

// A name that a folder's file passes on stands for the module that has it.
function resolve(sources, own, target) {
  const folder = own.slice(0, -1).join('/')
  const isParent = target.slice(0, -1).join('/') === folder
  const last = target.at(-1)
  if (!isParent || isModule(sources, folder, last)) return target
  const source = codeOf(sources.get(folder) ?? '')
  const uses = [...source.matchAll(/\buse\s+([\s\S]*?);/g)].flatMap(([, tree]) => branches(tree))
  const passed = uses.map((path) => path.replace(/^self::/, '').split('::'))
  const found = passed.find((path) => path.at(-1) === last && isModule(sources, folder, path[0]))
  return found ? [...target.slice(0, -1), ...found] : target
}

function isModule(sources, folder, name) {
  return sources.has(folder === '' ? name : `${folder}/${name}`)
}
