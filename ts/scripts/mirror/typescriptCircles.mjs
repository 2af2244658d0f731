// Modules of one folder of `ts/src` import each other one way, at every depth, as those of the core do: `circles.mjs`.
// Imports of types count too: whoever reads one of two such modules has to read the other.

import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'
import { addEdge, circlesOf } from './circles.mjs'

/** Every circle of imports. */
export function typescriptCircleFaults() {
  const folder = join(root, 'ts/src')
  const sources = files(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')])
  return typescriptCircles(sources).map((circle) => `ts/src: ${circle} import each other`)
}

/** The circles of sources, which are pairs of a path (`card/sign.ts`) and its text. */
export function typescriptCircles(sources) {
  const graphs = new Map()
  for (const [path, text] of sources)
    for (const specifier of imported(text))
      addEdge(graphs, namesOf(path), namesOf(normalize(join(dirname(path), specifier))))
  return circlesOf(graphs, 'src')
}

/** Relative specifiers of whatever is imported or passed on, types too. */
function imported(text) {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/^(?:import|export)\s[^'"]*?from\s*'(\.[^']+)'/gm)].map(
    ([, specifier]) => specifier,
  )
}

// Files that are written by machine are of different things, and so is each a module of its own.
function namesOf(path) {
  const name = path.replace(/\.(js|ts)$/, '')
  return name.startsWith('generated/') ? [name] : name.split('/')
}
