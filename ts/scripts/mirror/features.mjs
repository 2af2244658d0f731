// One name in every layer: a feature that `ts/src/index.ts` or a subpath exports must be
// found by that name in the core, the boundary, the API and the tests. Profiles of other
// systems are found in the folder of their system.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'
import { subpaths } from '../subpaths.mjs'

// `{name}` is the TypeScript name, `{snake}` the Rust one.
const places = [
  'rust/core/src/{snake}.rs',
  'rust/bindings/src/{snake}.rs',
  'rust/core/tests/{snake}.rs',
  'ts/src/{name}.ts',
  'ts/test/{name}.test.ts',
]

// Places that a feature does without, each with its reason.
const excused = {
  // The tree and the checkpoints stand by themselves: `merkle.rs` and `checkpoint.rs`.
  log: ['rust/core/src/{snake}.rs', 'rust/core/tests/{snake}.rs'],
}

/** Features that miss a place, and examples or suites that the READMEs do not list. */
export function featureFaults() {
  return [...features().flatMap(missing), ...unlisted('examples', /^(?!.*\.d\.ts$).*\.ts$/)]
}

function features() {
  const lists = [
    'index',
    ...subpaths.filter((name) => name !== 'all').map((name) => `subpath/${name}`),
  ]
  const texts = lists.map((name) => readFileSync(join(root, `ts/src/${name}.ts`), 'utf8'))
  const found = texts.join('').matchAll(/export \* as \w+ from '\.\.?\/(\w+)\.js'/g)
  return [...found].map(([, name]) => name)
}

function missing(name) {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return places
    .filter((place) => !excused[name]?.includes(place))
    .map((place) => place.replace('{name}', name).replace('{snake}', snake))
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${path} is missing: the package exports ${name}`)
}

function unlisted(folder, pattern) {
  const readme = join(root, folder, 'README.md')
  if (!existsSync(readme)) return []
  const text = readFileSync(readme, 'utf8')
  return readdirSync(join(root, folder))
    .filter((name) => pattern.test(name) && !text.includes(name))
    .map((name) => `${folder}/README.md does not list ${name}`)
}
