// Sets up what a command needs, each part only when it is missing or stale.
//
// | Part | Gives |
// | --- | --- |
// | tools | Node, npm, cargo and a linker are there, or one message names what is not |
// | packages | `node_modules` |
// | rust | the toolchain and its wasm target |
// | engines | `ts/generated` |
// | dist | `dist` |
// | panic | engines for the tests that can be made to panic |
// | counted | the program whose instructions `npm run guard` counts, where it can |
// | node | a current Node |
// | browser | a Chrome or Chromium |
// | firefox, webkit | that browser and its driver, where packages of the system may be installed |
//
// Run: npm run setup (all but the last line), or as the first part of npm start, test and check.

import { fileURLToPath } from 'node:url'
import { program, unable } from './guard/counts.mjs'
import { browser, browserRefused } from './setup/browser.mjs'
import { buildDist } from './setup/dist.mjs'
import { prepareDriver } from './setup/drivers.mjs'
import { engineJobs, panicJobs } from './setup/engines.mjs'
import { currentNode } from './setup/node.mjs'
import { installPackages } from './setup/packages.mjs'
import { prepareRust } from './setup/rust.mjs'
import { main } from './setup/shell.mjs'
import { sideBySide } from './setup/side.mjs'
import { checkTools } from './setup/tools.mjs'

/** What has to be there before what; the parts of one line do not need each other. */
const stages = [
  ['packages'],
  ['rust'],
  ['engines', 'counted', 'panic'],
  ['dist', 'node', 'browser'],
  // One after the other, since the system installs one package at a time.
  ['firefox'],
  ['webkit'],
]

/** Every part that all machines can have, in the order in which they depend on each other. */
export const parts = stages.flat().filter((name) => name !== 'firefox' && name !== 'webkit')

const before = {
  engines: ['packages', 'rust'],
  counted: ['rust'],
  panic: ['packages', 'rust'],
  dist: ['packages', 'rust', 'engines'],
  firefox: ['rust'],
}

/**
 * Prepares `wanted` and what it depends on.
 *
 * `dev`: engines that are quick to build and slow to run. `system`: packages of the system may be installed.
 *
 * Gives `{ env, node, missing }`: variables for the commands that follow, the path of a current Node where it
 * was asked for, and for each part that this machine lacks the reason and the cure.
 */
export async function setup(wanted = parts, { dev = false, system = false } = {}) {
  const todo = new Set(wanted.flatMap((part) => [...(before[part] ?? []), part]))
  const ready = { dev, system, env: {}, node: process.execPath, missing: {} }
  await checkTools()
  for (const stage of stages) {
    const jobs = stage.filter((name) => todo.has(name)).flatMap((name) => work[name](ready))
    await sideBySide(jobs)
  }
  return ready
}

/** The jobs of each part, which may run side by side. */
const work = {
  packages: () => [installPackages],
  rust: ({ env }) => [async () => Object.assign(env, await prepareRust())],
  engines: engineJobs,
  counted: ({ env }) => (unable() ? [] : [() => program({ env })]),
  panic: panicJobs,
  dist: () => [buildDist],
  node: (ready) => [
    async () => {
      ready.node = await currentNode()
    },
  ],
  browser: ({ env }) => [
    async () => {
      if (!browserRefused()) env.CHROME_PATH = await browser()
    },
  ],
  firefox: (ready) => [driverOf('firefox', ready)],
  webkit: (ready) => [driverOf('webkit', ready)],
}

function driverOf(family, ready) {
  return async () => {
    const lacking = await prepareDriver(family, ready)
    if (lacking) ready.missing[family] = lacking
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(() => setup())
