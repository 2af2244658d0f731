// A Chrome or Chromium for the browser tests.
//
// In this order: CHROME_PATH; one that is installed; one that Playwright or an
// earlier run has fetched; on Linux x64 the one inside an npm package, pinned in
// `ts/tools/chromium`; on Debian as root, the distribution's. Browser tests are
// never skipped in silence: without a browser this stops and says how to get
// one. `COUNTERSIGN_NO_BROWSER=1` leaves them out, loudly.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { installTool } from './packages.mjs'
import { cache, capture, Stop, step, which } from './shell.mjs'
import { versionOf } from './tools.mjs'

/** Oldest Chromium that has what the tests use (relaxed SIMD, Ed25519 in WebCrypto). */
const lowest = 137

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

/** The path of a browser that starts. Installs one where that can be done. */
export async function browser() {
  const given = process.env.CHROME_PATH
  if (given && !existsSync(given))
    throw new Stop(`CHROME_PATH names ${given}, which does not exist`)
  for (const path of given ? [given] : candidates()) if (await starts(path)) return path
  if (given)
    throw new Stop(`CHROME_PATH names ${given}, which does not start or is older than ${lowest}`)
  return (await fromNpm()) ?? (await fromDebian()) ?? refuse()
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
  if (process.getuid?.() !== 0 || !which('apt-get')) return undefined
  await step("installing Debian's chromium with apt-get", async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await capture('apt-get', ['update', '-qq'], { env })
    await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
    })
  })
  const path = which('chromium')
  return path && (await starts(path)) ? path : undefined
}

function refuse() {
  throw new Stop(
    `The browser tests need Chrome or Chromium ${lowest} or newer, and none was found. One of these:\n` +
      '  - install Chrome (https://www.google.com/chrome) or Chromium (Debian: `apt-get install chromium`)\n' +
      '  - set CHROME_PATH to the program of one that is installed\n' +
      '  - `npx playwright install chromium`\n' +
      '  - COUNTERSIGN_NO_BROWSER=1 runs all other tests, and says that the browser was left out',
  )
}
