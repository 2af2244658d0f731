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
// | node | a current Node |
// | browser | a Chrome or Chromium |
//
// Run: npm run setup (all of it), or as the first part of npm start, test and check.

import { fileURLToPath } from 'node:url'
import { browser, browserRefused } from './setup/browser.mjs'
import { buildDist } from './setup/dist.mjs'
import { buildEngines, buildPanicEngines } from './setup/engines.mjs'
import { currentNode } from './setup/node.mjs'
import { installPackages } from './setup/packages.mjs'
import { prepareRust } from './setup/rust.mjs'
import { main } from './setup/shell.mjs'
import { checkTools } from './setup/tools.mjs'

/** Every part, in the order in which they depend on each other. */
export const parts = ['packages', 'rust', 'engines', 'dist', 'panic', 'node', 'browser']

const before = {
  engines: ['packages', 'rust'],
  dist: ['packages', 'rust', 'engines'],
  panic: ['packages', 'rust'],
}

/**
 * Prepares `wanted` and what it depends on.
 *
 * `dev`: engines that are quick to build and slow to run. Gives `{ env, node }`: variables for the commands that follow, and the path
 * of a current Node where it was asked for.
 */
export async function setup(wanted = parts, { dev = false } = {}) {
  const todo = new Set(wanted.flatMap((part) => [...(before[part] ?? []), part]))
  const ready = { dev, env: {}, node: process.execPath }
  await checkTools()
  for (const part of parts.filter((name) => todo.has(name))) await work[part](ready)
  return ready
}

const work = {
  packages: () => installPackages(),
  rust: async ({ env }) => Object.assign(env, await prepareRust()),
  engines: ({ dev, env }) => buildEngines({ dev, env }),
  dist: () => buildDist(),
  panic: ({ dev, env }) => buildPanicEngines({ dev, env }),
  node: async (ready) => {
    ready.node = await currentNode()
  },
  browser: async ({ env }) => {
    if (!browserRefused()) env.CHROME_PATH = await browser()
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(() => setup())
