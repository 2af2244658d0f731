// Starts the driver of a browser family, and stops it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '../setup/port.mjs'
import { isListening, openSession } from './session.mjs'

/** How long a driver may take to answer, in milliseconds: for a hang, not for a slow machine. */
const patience = 180_000

/**
 * WebKitGTK computes wrong results at random without these (ts/docs/runtimes.md).
 *
 * On x86-64 Linux, code of its baseline WebAssembly compiler (BBQ) sets the stack pointer in two steps after each
 * call: `mov rsp, rbp` and `sub rsp, r10`. A signal that arrives between them is delivered on top of the
 * caller's locals, all but the first 128 bytes. WebKit sends one to every thread that runs WebAssembly
 * whenever a compiler thread has finished a function (`resetInstructionCacheOnAllThreads`). With this option
 * the thread that would be hit waits for the compiler instead. `useWasmOSR=0` and `useOMGJIT=0` only make
 * signals rarer. Seen in 2.50.6; since bug 313090 of WebKit (April 2026) its sources need one step.
 */
const webkitOptions = { JSC_useConcurrentJIT: '0' }

const families = {
  firefox: {
    start: async (paths, port) => [run(paths.driver, ['--port', String(port)])],
    capabilities: ({ browser }) => ({
      browserName: 'firefox',
      'moz:firefoxOptions': {
        binary: browser,
        args: ['-headless'],
        // Passkeys of the driver's authenticator, not of one in a USB port.
        prefs: {
          'security.webauth.webauthn_enable_softtoken': true,
          'security.webauth.webauthn_enable_usbtoken': false,
        },
      },
    }),
  },
  webkit: {
    start: startWebKit,
    options: webkitOptions,
    capabilities: ({ browser }) => ({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    }),
  },
}

/**
 * Starts the driver of `family` with the programs of `setup/drivers.mjs`.
 *
 * - `asInstalled`: without the options that make the browser sound.
 *
 * Gives `{ open, close }`: `open()` a browser, as `openSession` gives it; `close()` ends all of them.
 */
export async function startDriver(family, paths, { asInstalled = false } = {}) {
  const { start, capabilities, options = {} } = families[family]
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const chosen = asInstalled ? {} : options
  for (const [name, value] of Object.entries(chosen))
    console.log(
      `${family} runs with ${name}=${value}: without, it computes wrong results, see ts/docs/runtimes.md`,
    )
  const children = await start(paths, port, chosen)
  const sessions = []
  const close = async () => {
    await Promise.allSettled(sessions.map((session) => session.close()))
    for (const child of children) child.kill()
  }
  process.once('exit', () => children.forEach((child) => void child.kill()))
  await answers(family, url, children).catch(async (error) => {
    await close()
    throw error
  })
  const open = async () => {
    const session = await openSession(url, capabilities(paths))
    sessions.push(session)
    return session
  }
  return { open, close }
}

/** WebKitGTK has no mode without a window, so it gets a screen that nobody sees. */
async function startWebKit(paths, port, options) {
  const screen = run(paths.screen, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await Promise.race([once(screen.stdio[3], 'data'), died(screen)])
  const env = {
    ...process.env,
    ...options,
    DISPLAY: `:${number.toString().trim()}`,
    // Neither a graphics card nor its memory is shared with a machine that runs tests.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  return [run(paths.driver, [`--port=${port}`], { stdio: 'ignore', env }), screen]
}

function run(program, args, options = { stdio: 'ignore' }) {
  return spawn(program, args, options)
}

async function died(child) {
  const [code] = await once(child, 'close')
  throw new Error(`${child.spawnfile} ended with code ${code}`)
}

async function answers(family, url, children) {
  const ended = Promise.race(children.map(died))
  const ready = (async () => {
    const end = Date.now() + patience
    while (Date.now() < end) {
      if (await isListening(url)) return
      await wait(50)
    }
    throw new Error(`the driver of ${family} does not answer`)
  })()
  ended.catch(() => {})
  await Promise.race([ready, ended])
}
