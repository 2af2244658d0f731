// What loads a library of musl, by platform: the loader of the system, and one for arm64 that qemu starts.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { cache, run, step, which } from './shell.mjs'
import { command, cure, lastLine, whyNot } from './system.mjs'

const local = '/lib/ld-musl-x86_64.so.1'
const folder = join(cache, 'machines/linux-arm64-musl')
const fetched = join(folder, 'lib/aarch64-linux-musl/libc.so')

/** Gives `{ command }`, the words that start the loader, or `{ lacking }`, why there is none. */
export async function muslLoader(name) {
  if (name === 'linux-x64-musl')
    return existsSync(local)
      ? { command: [local] }
      : { lacking: `${local} is not installed. ${cure(['musl'], 'natives')}` }
  if (!which('qemu-aarch64'))
    return { lacking: `qemu-aarch64 is not installed. ${cure(['qemu-user'], 'natives')}` }
  const why = existsSync(fetched)
    ? undefined
    : await whyNot(() => step('fetching musl for arm64', fetchLoader))
  if (why === undefined) return { command: ['qemu-aarch64', fetched] }
  const again = command('natives', 'tries again')
  return { lacking: `no musl of arm64 can be fetched with apt: ${lastLine(why)}. ${again}` }
}

/** As Debian packs it. Nothing is installed: apt keeps its lists of arm64 in a folder of their own, and checks them. */
async function fetchLoader() {
  const own = join(folder, 'apt')
  for (const path of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(own, path), { recursive: true })
  try {
    const places = [`Dir::State::lists=${own}/lists`, `Dir::Cache=${own}/cache`]
    const settings = ['APT::Architecture=arm64', 'APT::Architectures::=arm64', ...places]
    const apt = (...args) =>
      run('apt-get', [...settings.flatMap((text) => ['-o', text]), ...args], { cwd: own })
    await apt('update', '-qq')
    await apt('download', '-qq', 'musl')
    const archive = readdirSync(own).find((file) => file.endsWith('.deb'))
    await run('dpkg-deb', ['-x', join(own, archive), folder])
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
