// The built page in Chromium, on a host with and on one without the headers that isolate it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from 'playwright-core'

import { buildPage, servePage } from '../build.mjs'
import { runHeadless } from '../headless.mjs'

/** How long anything may take, in milliseconds: for a hang, not for a slow machine. */
const patience = 300_000

/** Builds the page and starts all; gives `{ open, headless, close }`. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-page-'))
  const open = []
  // Also of a start that fails: what is left open would keep the process alive.
  const close = async () => {
    await Promise.all(open.map((page) => page.close()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const executablePath = process.env.CHROME_PATH
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox'],
      timeout: patience,
    })
    open.push(browser)
    await buildPage(folder)
    for (const isolated of [true, false]) open.push(await servePage(folder, { isolated }))
    const [, isolated, bare] = open
    return {
      open: (query = '', { bare: asBare, ...options } = {}) =>
        openPage(browser, asBare ? bare.url : isolated.url, query, options),
      headless: (query) => runHeadless({ folder, query, executablePath, tell: () => {} }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the page at `url` in a context of its own.
 *
 * `before`: done to the page before it loads. The rest is for the context.
 * Gives `{ page, complaints, done }`; complaints are whatever a developer would see in red, and requests elsewhere.
 */
export async function openPage(browser, url, query, { before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  const page = await context.newPage()
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      complaints.push(`asked for ${request.url()}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  page.setDefaultTimeout(patience)
  await before?.(page)
  await page.goto(url + query)
  return { page, complaints, done: () => context.close() }
}

/** Waits for the end of a run; gives what the page said of it. */
export async function ended(page) {
  await page.waitForFunction(
    () => /^(Done|Stopped|The run failed)/.test(document.getElementById('status').textContent),
    undefined,
    { timeout: patience },
  )
  return page.textContent('#status')
}

/** The JSON that a result's button downloads. */
export async function exported(page, letter = 'A') {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download result ${letter}` }).click(),
  ])
  const chunks = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Pastes a text into the form for results and sends it. */
export async function paste(page, text) {
  await page.locator('#add').evaluate((part) => (part.open = true))
  await page.getByLabel('or its text').fill(text)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}
