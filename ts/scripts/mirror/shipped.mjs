// What is committed and what is shipped: entries for pages reach no `node:` module and are few files, `dist` has no
// top-level await, the lock files name no download address, and nothing names a path of the machine that built it.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

import { transform } from 'esbuild'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const browserEntries = ['browser', 'verify', 'inline', 'inlineVerify', 'slim', 'worker']

/** Faults of committed files and, when it is built, of `dist`. */
export async function shippedFaults() {
  const dist = files(join(root, 'dist'))
  return [
    ...lockFaults(),
    ...pathFaults(tracked().filter((path) => /\.(m?[jt]s|json|md|toml|rs|yml)$/.test(path))),
    ...pathFaults(
      dist.filter((path) => !path.endsWith('.node')).map((path) => relative(root, path)),
    ),
    ...browserEntries.flatMap(nodeFaults),
    ...chunkFaults(dist.filter((path) => /\/chunks\/entry\/[^/]+\.js$/.test(path))),
    ...(await awaitFaults(dist)),
  ]
}

function tracked() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
}

function lockFaults() {
  return tracked()
    .filter((path) => path.endsWith('package-lock.json'))
    .filter((path) => /"resolved": "http/.test(readFileSync(join(root, path), 'utf8')))
    .map(
      (path) =>
        `${path}: names where packages were fetched from; .npmrc has the setting that leaves it out`,
    )
}

function pathFaults(paths) {
  const homes = [homedir(), process.env.CARGO_HOME ?? ''].filter((path) => path.length > 2)
  const machine = [root.slice(0, -1), ...homes.map((path) => `${path}/`)]
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'latin1')
    return machine
      .filter((name) => text.includes(name))
      .map(() => `${path}: names a path of this machine`)
  })
}

function nodeFaults(entry) {
  return modulesOf(join(root, `dist/src/entry/${entry}.js`)).outside.map(
    ([path, specifier]) => `${path}: imports ${specifier}, reachable from the ${entry} entry`,
  )
}

/** A page without a bundler fetches each file of an entry. */
const mostFiles = 12
/** These have all namespaces, each in a chunk of its own. */
const whole = ['all', 'worker']

/** No entry for pages needs Node, or many files. */
function chunkFaults(paths) {
  const nodeOnly = /^(node-|node\.|native\.|.*Node\.)/
  return paths
    .filter((path) => !nodeOnly.test(basename(path)))
    .flatMap((path) => {
      const { files, outside } = modulesOf(path)
      const many = files.filter((file) => !file.includes('/inlined/')).length > mostFiles
      const isWhole = whole.some((name) => path.endsWith(`${name}.js`))
      return [
        ...outside.map(([file, specifier]) => `${file}: imports ${specifier}, which no page has`),
        ...(many && !isWhole ? [`${relative(root, path)}: is more than ${mostFiles} files`] : []),
      ]
    })
}

/** Follows relative imports, static and dynamic: the files, and what they import that is none. */
export function modulesOf(entry) {
  const seen = new Set()
  const todo = [entry].filter(existsSync)
  const outside = []
  for (let path = todo.pop(); path; path = todo.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const specifier of specifiers(readFileSync(path, 'utf8'))) {
      if (specifier.startsWith('.')) todo.push(join(dirname(path), specifier))
      else outside.push([relative(root, path), specifier])
    }
  }
  return { files: [...seen], outside }
}

/** What a module of built JavaScript imports, statically or later. */
export function specifiers(source) {
  const pattern =
    /^(?:import|export)\b[^'"`;(]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3])
}

async function awaitFaults(dist) {
  const scripts = dist.filter((path) => path.endsWith('.js') && !path.includes('/inlined/'))
  const faults = await Promise.all(scripts.map(awaitFault))
  return faults.filter(Boolean)
}

async function awaitFault(path) {
  const fault = await topLevelAwait(readFileSync(path, 'utf8'))
  return fault && `${relative(root, path)}: ${fault}`
}

/** Says that a module has top-level await, which deadlocks some bundles, or is no module at all. */
export async function topLevelAwait(source) {
  try {
    await transform(source, { logLevel: 'silent', supported: { 'top-level-await': false } })
    return undefined
  } catch (error) {
    return error.message.includes('Top-level await') ? 'top-level await' : error.message
  }
}
