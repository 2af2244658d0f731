// Starts the driver of a browser family, and stops it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { isListening, openSession } from './session.mjs'

/** How long a driver may take to answer, in milliseconds: for a hang, not for a slow machine. */
const patience = 180_000

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
    capabilities: ({ browser }) => ({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    }),
  },
}

/**
 * Starts the driver of `family` with the programs of `setup/drivers.mjs`.
 *
 * Gives `{ open, close }`: `open()` a browser, as `openSession` gives it; `close()` ends all of them.
 */
export async function startDriver(family, paths) {
  const { start, capabilities } = families[family]
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const children = await start(paths, port)
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
async function startWebKit(paths, port) {
  const screen = run(paths.screen, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await Promise.race([once(screen.stdio[3], 'data'), died(screen)])
  const env = {
    ...process.env,
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
