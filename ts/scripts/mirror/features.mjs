// One name in every layer: a feature that `ts/src/index.ts` exports must be
// found by that name in the core, the boundary, the API and the tests.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'

// `{name}` is the TypeScript name, `{snake}` the Rust one.
const places = [
  'rust/core/src/{snake}.rs',
  'rust/bindings/src/{snake}.rs',
  'rust/core/tests/{snake}.rs',
  'ts/src/{name}.ts',
  'ts/test/{name}.test.ts',
]

// Places that a feature does without, each with its reason.
const excused = {}

/** Features that miss a place, and examples or suites that the READMEs do not list. */
export function featureFaults() {
  return [...features().flatMap(missing), ...unlisted('examples', /^\d\d-.*\.ts$/)]
}

function features() {
  const index = join(root, 'ts/src/index.ts')
  const text = existsSync(index) ? readFileSync(index, 'utf8') : ''
  return [...text.matchAll(/export \* as \w+ from '\.\/(\w+)\.js'/g)].map(([, name]) => name)
}

function missing(name) {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return places
    .filter((place) => !excused[name]?.includes(place))
    .map((place) => place.replace('{name}', name).replace('{snake}', snake))
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${path} is missing: ts/src/index.ts exports ${name}`)
}

function unlisted(folder, pattern) {
  const readme = join(root, folder, 'README.md')
  if (!existsSync(readme)) return []
  const text = readFileSync(readme, 'utf8')
  return readdirSync(join(root, folder))
    .filter((name) => pattern.test(name) && !text.includes(name))
    .map((name) => `${folder}/README.md does not list ${name}`)
}
