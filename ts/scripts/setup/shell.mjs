// Running commands: quiet while all is well, the whole output when not.
//
// Every script below `ts/scripts` uses this file, and it uses nothing but Node
// itself, because it runs before anything is installed.

import { spawn } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where downloads and stamps go; ignored by git. */
export const cache = join(root, '.cache')

const heartbeat = 30_000

/** A failure whose message is the whole story: printed without a stack. */
export class Stop extends Error {}

/** Exit code of a check that could not be made here; 77 by the custom of automake. */
export const NOT_RUN = 77

/** Says why a check was not made and the cure, so that nobody takes it for passed. */
export function notRun(why) {
  console.log(`!! ${why}`)
  process.exitCode = NOT_RUN
}

/** Seconds since `start`, as text. */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/**
 * Runs a command to its end and gives `{ code, output }`.
 *
 * - `show`: pass the output through as it comes, besides collecting it, and say so now and then where nothing comes.
 * - `nice`: how far it leaves the processor to what runs beside it, as the command `nice` counts.
 * - `env`: variables on top of this process's own.
 */
export function capture(command, args, { cwd = root, env = {}, show = false, nice = 0 } = {}) {
  return new Promise((resolve) => {
    const [file, all, shell] = forThisSystem(command, args)
    const child = spawn(file, all, {
      cwd,
      env: { ...process.env, ...(show && colours()), ...env },
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (nice > 0 && child.pid) setPriority(child.pid, nice)
    const silence = show ? watchSilence() : undefined
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      silence?.heard()
      if (show) stream.write(chunk)
    }
    const end = (result) => {
      silence?.end()
      resolve(result)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', (error) => end({ code: 127, output: `${command}: ${error.message}\n` }))
    child.on('close', (code, signal) => end({ code: code ?? 1, output, signal }))
  })
}

/** Says how long a command has been running, each time that it printed nothing for a while. */
function watchSilence() {
  const start = performance.now()
  const beat = setInterval(() => console.error(`  … still running (${since(start)})`), heartbeat)
  return { heard: () => beat.refresh(), end: () => clearInterval(beat) }
}

// Programs see a pipe, not our terminal.
function colours() {
  return process.stdout.isTTY
    ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' }
    : { NO_COLOR: '1', CARGO_TERM_COLOR: 'never' }
}

/** Hands the terminal over to a program of Node, whose code becomes that of this process. `env` is on top of its own. */
export async function handOver(program, args, { cwd, env = {} } = {}) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** As {@link capture}, but a failure ends the work with the command's whole output. */
export async function run(command, args, options = {}) {
  const { code, output } = await capture(command, args, options)
  if (code !== 0)
    throw new Stop(
      `${options.show ? '' : output}\`${[command, ...args].join(' ')}\` ended with code ${code}`,
    )
  return output
}

/** Runs npm as the npm that started us, so that versions cannot differ. */
export function npm(args, options) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options)
  return run('npm', args, options)
}

/** What `npm pack` says of the tarball that it made, or with `--dry-run` would make: its name, size and files. */
export async function pack(...args) {
  const listing = await npm(['pack', '--ignore-scripts', '--json', ...args])
  const [tarball] = JSON.parse(listing.slice(listing.search(/^\[/m), listing.lastIndexOf(']') + 1))
  return tarball
}

/**
 * Packs the folder `stage` as a package of its own, with the licences, and removes it: `{ path, manifest }` of the tarball in
 * `folder`.
 */
export async function packFolder(stage, manifest, folder) {
  for (const file of ['LICENSE', 'THIRD_PARTY_NOTICES.txt'])
    cpSync(join(root, file), join(stage, file))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { filename } = await pack('--pack-destination', folder, stage)
  rmSync(stage, { recursive: true })
  return { path: join(folder, filename.replace('@', '').replace('/', '-')), manifest }
}

/** Says what is being done, how long it has been going on, and how long it took. */
export async function step(title, work) {
  const start = performance.now()
  console.error(`• ${title} …`)
  const beat = setInterval(() => console.error(`  … ${title}: ${since(start)}`), heartbeat)
  try {
    const result = await work()
    console.error(`✓ ${title} (${since(start)})`)
    return result
  } catch (error) {
    console.error(`✗ ${title} (${since(start)})`)
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** The full path of a program on PATH, or undefined. */
export function which(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (folder && existsSync(path)) return path
    }
  return undefined
}

/** Runs a script's `main`; a {@link Stop} is printed plainly, and any failure ends with code 1. */
export async function main(work) {
  try {
    await work(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}

// npm and npx are command files on Windows, which only a shell starts.
function forThisSystem(command, args) {
  const needsShell = process.platform === 'win32' && /^(npm|npx)$/.test(command)
  return [command, args, needsShell]
}
