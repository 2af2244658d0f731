// Applications of frameworks (`apps`), built and started as a user does: their page in Chromium, and what their server
// answers.
//
// The frameworks of `ts/tools/frameworks` are linked file by file into the folder that holds the applications, because
// their bundlers follow no link out of it. The package is copied there, as npm installs it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { installTool } from '../scripts/setup/packages.mjs'
import { freePort } from '../scripts/setup/port.mjs'
import { root, run } from '../scripts/setup/shell.mjs'
import { enginesIn } from './project.mjs'

/** How long a server may take to answer, in milliseconds: for a hang, not for a slow machine. */
const patience = 120_000

/**
 * For each consumer of `consumers.mjs`: its folder; arguments of Node that build and that start it; what it answers, by
 * path; which of these reads the engine from files (Nuxt leaves them behind, so that one always misses them); whether the
 * oldest Node runs it too.
 */
const apps = {
  Next: {
    folder: 'next',
    build: ['next/dist/bin/next', 'build'],
    start: ['next/dist/bin/next', 'start'],
    answers: ['server', 'api', 'edge'],
    reads: 'api',
    old: true,
  },
  SvelteKit: {
    folder: 'svelte',
    build: ['vite/bin/vite.js', 'build'],
    start: 'build/index.js',
    answers: ['api'],
    reads: 'api',
  },
  Nuxt: {
    folder: 'nuxt',
    build: ['nuxt/bin/nuxt.mjs', 'build'],
    start: '.output/server/index.mjs',
    answers: ['api/proof'],
    reads: 'api/main',
  },
  Astro: {
    folder: 'astro',
    build: ['astro/bin/astro.mjs', 'build'],
    start: 'dist/server/entry.mjs',
    answers: ['api'],
    reads: 'api',
  },
}

/** Vite, which served pages before, leaves a `NODE_ENV` of its own. */
const settled = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}

/**
 * Cases of the named consumers, in the `oldest` Node of the package where the framework starts there, and in a `current`
 * one. `visit` opens a page and gives its title.
 */
export async function appCases(project, names, { oldest, current, visit }) {
  const home = await makeHome(project)
  const started = []
  const cases = names.flatMap((name) => {
    const programs = apps[name].old ? new Set([oldest, current]) : [current]
    return [...programs].flatMap((program) => casesOf(name, { home, program, visit, started }))
  })
  const close = () => {
    for (const server of started) server.kill()
    rmSync(home, { recursive: true, force: true })
  }
  return { cases, close }
}

function casesOf(name, { home, program, visit, started }) {
  let address
  const url = () => {
    address ??= startApp(apps[name], home, program, started)
    return address
  }
  const old = program === process.execPath ? `, Node ${process.versions.node.split('.')[0]}` : ''
  return [
    [`${name}${old}: page`, async () => assert.equal(await visit(await url()), 'proven')],
    [
      `${name}${old}: page, without the engine's file`,
      async () =>
        assert.match(
          await visit(await url(), { lost: true }),
          /ERR_WASM_FETCH.*'countersign\/inline'/,
        ),
    ],
    ...apps[name].answers.map((path) => [
      `${name}${old}: /${path}`,
      async () => assert.match(await textAt(`${await url()}/${path}`), /\bproven\b/),
    ]),
    [
      `${name}${old}: /${apps[name].reads}, without the engine's file`,
      () =>
        withoutFiles(apps[name], home, async () => {
          const again = await serveApp(apps[name], home, program, started)
          assert.match(
            await textAt(`${again}/${apps[name].reads}`),
            /ERR_WASM_FETCH: .*\.wasm cannot be read.*'countersign\/inline'/,
          )
        }),
    ],
  ]
}

async function textAt(url) {
  return await (await fetch(url)).text()
}

/** Runs `work` while no file of an engine is in the application as it was built, nor in the package. */
async function withoutFiles({ folder }, home, work) {
  for (const path of enginesIn(join(home, folder))) rmSync(path)
  const installed = enginesIn(join(home, 'node_modules/countersign'))
  for (const path of installed) renameSync(path, `${path}.lost`)
  try {
    await work()
  } finally {
    for (const path of installed) renameSync(`${path}.lost`, path)
  }
}

/** Builds it and starts it; gives its address. */
async function startApp(app, home, program, started) {
  await run(program, argsOf(app.build, home), { cwd: join(home, app.folder), env: settled })
  return await serveApp(app, home, program, started)
}

/** Starts what was built on a free port; gives its address once it answers. */
async function serveApp({ folder, start }, home, program, started) {
  const port = String(await freePort())
  const env = { ...process.env, ...settled, HOST: '127.0.0.1', HOSTNAME: '127.0.0.1', PORT: port }
  const options = { cwd: join(home, folder), env, stdio: 'ignore' }
  const server = spawn(program, argsOf(start, home), options)
  started.push(server)
  const url = `http://127.0.0.1:${port}`
  await answered(url, server)
  return url
}

function argsOf(command, home) {
  return typeof command === 'string'
    ? [command]
    : [join(home, 'node_modules', command[0]), ...command.slice(1)]
}

async function answered(url, server) {
  const end = performance.now() + patience
  while (performance.now() < end) {
    assert.equal(server.exitCode, null, `the server of ${url} has ended`)
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response) return
    await setTimeout(200)
  }
  throw new Error(`nothing answers at ${url}`)
}

/** A folder with the applications, the frameworks, and the package as it is installed in `project`. */
async function makeHome(project) {
  const tool = await installTool(
    'frameworks',
    'installing the frameworks of applications',
    'install',
  )
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-apps-')))
  cpSync(join(root, 'ts/packaging/apps'), home, { recursive: true })
  for (const { folder } of Object.values(apps))
    copyFileSync(join(project, 'proof.js'), join(home, folder, 'proof.js'))
  // The lock file tells Next where the project begins.
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(tool, name), join(home, name))
  linkAll(join(tool, 'node_modules'), join(home, 'node_modules'))
  const installed = 'node_modules/countersign'
  cpSync(join(project, installed), join(home, installed), { recursive: true })
  return home
}

function linkAll(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkAll(source, target)
    else if (entry.isFile()) link(source, target)
  }
}

/** Temporary files may be on another disk. */
function link(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
