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
// | counted | the program whose instructions `npm run guard` counts |
// | node | a current Node |
// | browser | a Chrome or Chromium |
// | fuzzer | the fuzz targets with libFuzzer |
// | firefox, webkit | that browser and its driver |
// | postgres, redis, valkey, s3, softhsm | that server or module |
// | services | servers of keys, and the clients of others |
// | linux-arm64-gnu, linux-x64-musl, win32-x64 | a Node of that platform, on a machine of another |
//
// Run: npm run setup (all but the last five lines), or as the first part of npm start, test and check.

import { fileURLToPath } from 'node:url'
import { program, unable } from './guard/counts.mjs'
import { browser } from './setup/browser.mjs'
import { buildDist } from './setup/dist.mjs'
import { prepareDriver } from './setup/drivers.mjs'
import { engineJobs, panicJobs } from './setup/engines.mjs'
import { buildFuzzer, noFuzzer } from './setup/fuzzer.mjs'
import { machineNames, prepareMachine } from './setup/machines.mjs'
import { currentNode } from './setup/node.mjs'
import { installPackages } from './setup/packages.mjs'
import { prepareRust } from './setup/rust.mjs'
import { prepareServer } from './setup/servers.mjs'
import { prepareServices } from './setup/services.mjs'
import { main } from './setup/shell.mjs'
import { sideBySide } from './setup/side.mjs'
import { mayInstall } from './setup/system.mjs'
import { checkTools } from './setup/tools.mjs'

/** What has to be there before what; the parts of one line do not need each other. */
const stages = [
  ['rust'],
  // What is fetched comes while the longest build works, which is the first of the engines.
  ['packages', 'engines', 'node', 'counted', 'panic', 'fuzzer'],
  ['dist', 'browser'],
  // One after the other, since the system installs one package at a time.
  ['firefox'],
  ['webkit'],
  ['postgres'],
  ['redis'],
  ['valkey'],
  ['s3'],
  ['softhsm'],
  ['services'],
  ...machineNames.map((name) => [name]),
]

/** What the first tier needs, in the order in which the parts depend on each other. */
const servers = ['postgres', 'redis', 'valkey', 's3', 'softhsm', 'services']
const further = ['fuzzer', 'firefox', 'webkit', ...servers, ...machineNames]
export const parts = stages.flat().filter((name) => !further.includes(name))

const before = {
  engines: ['rust'],
  counted: ['rust'],
  fuzzer: ['rust'],
  panic: ['rust'],
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
  counted: (ready) => [orLacking('counted', ready, unable, program)],
  panic: panicJobs,
  dist: () => [buildDist],
  node: (ready) => [
    async () => {
      ready.node = await currentNode()
    },
  ],
  browser: (ready) => [
    async () => {
      const { path, lacking } = await browser(ready)
      if (path) ready.env.CHROME_PATH = path
      else ready.missing.browser = lacking
    },
  ],
  fuzzer: (ready) => [orLacking('fuzzer', ready, noFuzzer, buildFuzzer)],
  firefox: (ready) => [orLacking('firefox', ready, (how) => prepareDriver('firefox', how))],
  webkit: (ready) => [orLacking('webkit', ready, (how) => prepareDriver('webkit', how))],
  postgres: (ready) => [orLacking('postgres', ready, (how) => prepareServer('postgres', how))],
  softhsm: (ready) => [orLacking('softhsm', ready, (how) => prepareServer('softhsm', how))],
  services: (ready) => [orLacking('services', ready, prepareServices)],
  redis: (ready) => [orLacking('redis', ready, (how) => prepareServer('redis', how))],
  valkey: (ready) => [orLacking('valkey', ready, (how) => prepareServer('valkey', how))],
  s3: (ready) => [orLacking('s3', ready, (how) => prepareServer('s3', how))],
  ...Object.fromEntries(
    machineNames.map((name) => [
      name,
      (ready) => [orLacking(name, ready, (how) => prepareMachine(name, how))],
    ]),
  ),
}

/** A job that notes what `lacks` says to be missing; if nothing is, it makes the part. */
function orLacking(part, ready, lacks, make) {
  return async () => {
    const lacking = await lacks(ready)
    if (lacking) ready.missing[part] = lacking
    else await make?.(ready)
  }
}

async function prepareAll(args) {
  const { missing } = await setup(parts, {
    system: mayInstall({ system: args.includes('--system') }),
  })
  for (const [part, why] of Object.entries(missing)) console.error(`! ${part}: ${why}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(prepareAll)
