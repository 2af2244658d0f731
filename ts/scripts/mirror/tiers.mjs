// Imports run one way. A module may use modules of a lower tier; inside a tier
// only what `within` names.
//
// The tables are the rule itself: a new module is written here first.

import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'
import { circleFaults } from './circles.mjs'
import { typescriptCircleFaults } from './typescriptCircles.mjs'

/** The core's modules, lowest tier first. */
export const coreTiers = [
  {
    name: 'error',
    modules: ['error', 'find', 'linked', 'print', 'range'],
    within: ['error', 'print'],
  },
  {
    name: 'vocabulary',
    modules: ['time', 'label', 'encoding', 'merkle', 'fact'],
    within: ['encoding'],
  },
  {
    name: 'cryptography',
    modules: ['keys', 'hazmat', 'ring', 'hpke', 'sage_key_store'],
    within: ['keys', 'hazmat'],
  },
  { name: 'handles', modules: ['handles', 'peer', 'replay', 'unsigned'], within: ['unsigned'] },
  { name: 'names', modules: ['did'] },
  { name: 'records', modules: ['record'] },
  { name: 'trust', modules: ['trust'] },
  { name: 'proofs', modules: ['jws', 'data_integrity', 'aid', 'checkpoint', 'signed_record'] },
  {
    name: 'documents',
    modules: ['card', 'receipt', 'grant', 'metadata', 'pop'],
    within: ['metadata'],
  },
  {
    name: 'protocols',
    modules: ['guard', 'session', 'handshake', 'http_sig'],
    within: ['session'],
  },
  { name: 'identity', modules: ['identity'] },
]

// Only imports that exist at run time count: `import type` is free between features.
const typescript = [
  {
    name: 'foundation',
    modules: [
      'bytes',
      'errors',
      'algorithm',
      'host',
      'lines',
      'generated/codes',
      'generated/contract',
      'generated/cures',
      'generated/files',
      'generated/http',
      'generated/keys',
      'generated/messages',
      'generated/names',
      'generated/parts',
      'generated/platforms',
      'generated/time',
    ],
    within: ['generated/codes', 'generated/keys'],
  },
  {
    name: 'checks',
    modules: ['check', 'cures', 'engine', 'handle', 'shape'],
    within: ['check', 'engine'],
  },
  {
    name: 'shared',
    modules: [
      'argon2id',
      'document',
      'facts',
      'frames',
      'fresh',
      'http',
      'indexedDb',
      'nodeFiles',
      'reading',
      'replay',
      'skew',
    ],
  },
  { name: 'encodings', modules: ['jcs', 'encoding'], within: ['jcs'] },
  {
    name: 'keys',
    modules: ['key', 'signing', 'keyFormats', 'keys'],
    within: ['key', 'signing', 'keyFormats'],
  },
  { name: 'names', modules: ['did', 'trust'] },
  { name: 'below features', modules: ['ring'] },
  {
    name: 'features',
    modules: ['card', 'dataIntegrity', 'grant', 'guard', 'jws', 'pop', 'receipt', 'session'],
  },
  {
    name: 'upper features',
    modules: ['handshake', 'hpke', 'httpSig', 'log', 'peer', 'identity'],
  },
  { name: 'profiles of other systems', modules: ['aid', 'ringGo', 'sage'] },
  { name: 'stores', modules: ['stores'] },
  { name: 'signers', modules: ['signers'] },
  { name: 'adapters', modules: ['adapters'] },
  { name: 'lists', modules: ['hazmat', 'index', 'verify'] },
  {
    name: 'entries',
    modules: ['entry', 'subpath', 'worker'],
    within: ['entry', 'subpath', 'worker'],
  },
]

/** Every import that goes the wrong way, as `path: text`. */
export function tierFaults() {
  return [
    ...coreFaults(),
    ...coreCircles(),
    ...hostFaults(),
    ...typescriptFaults(),
    ...typescriptCircleFaults(),
    ...goneFaults(),
  ]
}

function coreFaults() {
  return coreFiles().flatMap(({ name, from, targets }) =>
    wrongWay(coreTiers, from, targets, `rust/core/src/${name}`),
  )
}

function goneFaults() {
  const modules = (folder) =>
    files(join(root, folder)).map((path) => moduleOf(relative(join(root, folder), path)))
  return [
    ...goneFrom(coreTiers, modules('rust/core/src')),
    ...goneFrom(typescript, modules('ts/src')),
  ]
}

/** What tiers list that is none of these `modules`. */
export function goneFrom(tiers, modules) {
  return tiers
    .flatMap((tier) => [...tier.modules, ...(tier.within ?? [])])
    .filter((name) => !modules.includes(name))
    .map((name) => `ts/scripts/mirror/tiers.mjs: there is no module ${name}`)
}

/** Every file of the core but `lib.rs`: its module, and the modules that it names. */
function coreFiles() {
  const folder = join(root, 'rust/core/src')
  const named = files(folder).map((path) => {
    const name = relative(folder, path)
    const source = readFileSync(path, 'utf8').split('#[cfg(test)]')[0]
    return { name, from: name.split(/[./]/)[0], targets: rustModules(source) }
  })
  return named.filter(({ from }) => from !== 'lib')
}

// A tier may let its modules import each other, but not in a circle; nor may the modules of a folder.
function coreCircles() {
  const folder = join(root, 'rust/core/src')
  const modules = files(folder).map((path) => relative(folder, path).replace(/\.rs$/, ''))
  const checked = modules.filter((name) => name !== 'lib' && basename(name) !== 'tests')
  const read = (name) => readFileSync(join(folder, `${name}.rs`), 'utf8')
  return circleFaults(new Map(checked.map((name) => [name, read(name)])))
}

/** The crate's own modules that Rust source names, without `super`, which stays inside a module. */
export function rustModules(source) {
  const code = source.replace(/\/\/.*$/gm, '')
  const found = new Set()
  for (const [, name] of code.matchAll(/\bcrate::(\w+)/g)) found.add(name)
  for (const [, list] of code.matchAll(/\buse crate::\{([\s\S]*?)\};/g))
    for (const name of topNames(list)) found.add(name)
  return [...found].filter((name) => /^[a-z]/.test(name) && !['errors', 'labels'].includes(name))
}

/** First path segments of a `use` list, skipping what nested braces hold. */
function topNames(list) {
  let depth = 0
  let text = ''
  for (const letter of list) {
    if (letter === '{') depth += 1
    if (depth === 0) text += letter
    if (letter === '}') depth -= 1
  }
  return text.split(',').map((part) => part.trim().split('::')[0])
}

// With lib.rs, the host files are the only ones that may name a binding generator.
function hostFaults() {
  return files(join(root, 'rust/bindings/src'))
    .filter((path) => !/^(host_\w+|lib)\.rs$/.test(basename(path)))
    .filter((path) => /\b(napi|napi_derive)\b/.test(readFileSync(path, 'utf8')))
    .map((path) => `${relative(root, path)}: names a host crate; only host_*.rs and lib.rs may`)
}

function typescriptFaults() {
  const folder = join(root, 'ts/src')
  return files(folder)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const name = relative(folder, path)
      const targets = typescriptImports(readFileSync(path, 'utf8'))
        .map((specifier) => moduleOf(normalize(join(dirname(name), specifier))))
        .filter((target) => !target.startsWith('..'))
      return wrongWay(typescript, moduleOf(name), targets, `ts/src/${name}`)
    })
}

/** Relative specifiers that are imported as values. */
export function typescriptImports(source) {
  const code = source.replace(/^\s*(\/\/|\*).*$/gm, '')
  const from = [...code.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s*'(\.[^']+)'/gm)]
  const dynamic = [...code.matchAll(/\bimport\(\s*'(\.[^']+)'/g)]
  return [...from, ...dynamic].map(([, specifier]) => specifier)
}

function moduleOf(path) {
  const name = path.replace(/\.(js|rs|ts)$/, '')
  return name.startsWith('generated/') ? name : name.split('/')[0]
}

/** The `targets` that a module `from` may not import, each as one fault of the file `path`. */
export function wrongWay(tiers, from, targets, path) {
  const mine = tiers.findIndex((tier) => tier.modules.includes(from))
  if (mine < 0) return [`${path}: ${from} is in no tier of ts/scripts/mirror/tiers.mjs`]
  return targets
    .filter((target) => target !== from)
    .filter((target) => {
      const theirs = tiers.findIndex((tier) => tier.modules.includes(target))
      return (
        theirs < 0 || theirs > mine || (theirs === mine && !tiers[mine].within?.includes(target))
      )
    })
    .map((target) => `${path}: ${from} (${tiers[mine].name}) may not import ${target}`)
}
