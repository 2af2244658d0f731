// The subpaths of the package that hold namespaces: a file for each in `ts/src/subpath`, and around each list, in
// `dist/src/subpath/{page,node,inline}`, what brings its parts of the engine.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './setup/shell.mjs'

/** The parts of the engine that the functions of a subpath call, besides those that these need. */
const called = {
  aid: ['aid'],
  'data-integrity': ['data-integrity'],
  grant: ['authority'],
  guard: ['guard'],
  hazmat: ['argon2id', 'hazmat', 'hpke', 'ml-dsa', 'sage'],
  hpke: ['hpke'],
  // A grant beside a request is read by a function of `countersign/grant`, whose import brings it.
  http: ['http'],
  identity: ['identity'],
  libp2p: ['peer'],
  log: ['log'],
  ring: ['ring'],
  'ring-go': ['ring'],
  sage: ['http', 'sage'],
  session: ['session'],
}

/** The entry without a namespace: texts alone. */
const texts = 'cures'

/** Their names: `aid`, `all`, … */
export const subpaths = readdirSync(join(root, 'ts/src/subpath'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .filter((name) => name !== texts)
  .sort()

/** The folders of entries without a part of the engine. */
export const plainFolders = ['adapters', 'signers', 'stores']

/** The entries without a part of the engine, `stores/memory` and so on: one form of each for every host. */
export const plainSubpaths = [texts, ...plainFolders.flatMap(inFolder)]

function inFolder(folder) {
  return readdirSync(join(root, 'ts/src/subpath', folder))
    .map((name) => `${folder}/${name.slice(0, -'.ts'.length)}`)
    .sort()
}

/** What each part needs, of `ts/src/generated/parts.ts`. */
export const needs = readNeeds()

/** All parts that a page has which imports a subpath. */
export function partsOf(subpath) {
  return withNeeds(['sign', ...wanted(subpath)]).sort()
}

/** Each part after what it needs. */
export function withNeeds(parts) {
  const all = new Set()
  const add = (part) => {
    needs.get(part).forEach(add)
    all.add(part)
  }
  parts.forEach(add)
  return [...all]
}

function wanted(subpath) {
  return subpath === 'all' ? [...needs.keys()] : called[subpath]
}

/** Writes what stands around the lists that the compiler made. */
export function wrapSubpaths() {
  for (const name of subpaths)
    for (const [folder, text] of Object.entries(wrappers(name))) {
      const path = join(root, 'dist/src/subpath', folder)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, `${name}.js`), text)
    }
}

/**
 * The parts that a subpath carries besides the core, which both `countersign/inline` and `/inline/verify` have: how they are
 * imported, and named to `carry`. What signs is the same module in all of them.
 */
export function carriedBy(name) {
  const carried = partsOf(name).filter((part) => part !== 'verify')
  return {
    imports: (folder) =>
      carried.map((part, at) => `import { text as text${at} } from '${folder}/${part}.js';`),
    members: carried.map((part, at) => `'${part}': text${at}`).join(', '),
  }
}

function wrappers(name) {
  const list = `export * from '../${name}.js';\n`
  const { imports, members } = carriedBy(name)
  const texts = imports('../../../generated/inlined').join('\n')
  const names = wanted(name).map((part) => `'${part}'`)
  return {
    page: `import { want } from '../../engine/wanted.js';\n${list}want(${names.join(', ')});\n`,
    node: `import '../../entry/nodeLoader.js';\n${list}`,
    inline: `import { carry } from '../../engine/carried.js';\n${texts}\n${list}carry({ ${members} });\n`,
  }
}

function readNeeds() {
  const text = readFileSync(join(root, 'ts/src/generated/parts.ts'), 'utf8')
  const [, table] = text.split('export const needs')
  const rows = table.split('\n}')[0].matchAll(/^ {2}'?([\w-]+)'?: \[(.*)\],$/gm)
  return new Map(
    [...rows].map(([, name, list]) => [name, [...list.matchAll(/[\w-]+/g)].map(([word]) => word)]),
  )
}
