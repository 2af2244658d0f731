// The console, built by Vite, in Chromium: what its users do, and what axe finds in each of its forms.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Browser, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'

import { line, must } from '../stores/report.js'
import { freePort } from '../stores/servers/process.js'
import { Auditor } from './auditor.js'
import { Fleet } from './fleet.js'
import { Outside } from './outside.js'

const root = fileURLToPath(new URL('../../examples/console/', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/src/', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** How long anything may take, in milliseconds: for a hang, not for a slow machine. */
const patience = 60_000

const forms = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

/** Checks the console in every form. `pictures`: a folder for screenshots. */
export async function checkConsole(pictures?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-console-'))
  const site = await serve(folder)
  const executablePath = process.env['CHROME_PATH'] ?? ''
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    timeout: patience,
  })
  try {
    await line('console', 'npm install && npm start outside the repository', () =>
      startedOutside(browser),
    )
    for (const form of Object.keys(forms) as (keyof typeof forms)[])
      await line('console', form, () => visit(browser, site.url, form, pictures))
    await line('console', 'with the registry, of which an instance is killed', () =>
      overFleet(browser, folder, pictures),
    )
  } finally {
    await browser.close()
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The package is the one that was built here. */
async function serve(
  outDir: string,
  registry?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const alias = [
    { find: /^countersign$/, replacement: `${dist}entry/browser.js` },
    { find: /^countersign\/(.*)$/, replacement: `${dist}subpath/page/$1.js` },
  ]
  const quiet = { configFile: false, logLevel: 'error', root } as const
  const output = { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 }
  await build({ ...quiet, resolve: { alias }, build: output })
  const server = await preview({
    ...quiet,
    build: { outDir },
    preview: { host: 'localhost', port: 0, proxy: registry ? { '/v1': registry } : {} },
  })
  return { url: server.resolvedUrls?.local[0] as string, close: () => server.close() }
}

/** Vite serves it, with the package as npm installed it. */
async function startedOutside(browser: Browser) {
  const outside = Outside.of('console')
  const port = String(await freePort())
  const program = outside.start({}, '--port', port, '--strictPort')
  try {
    const url = `http://localhost:${port}/`
    await program.ready(() => fetch(url))
    return await visit(browser, url, 'light')
  } finally {
    await program.end('SIGTERM')
    outside.remove()
  }
}

/** Does what a user does, and looks for complaints of the browser and of axe. */
async function visit(browser: Browser, url: string, form: keyof typeof forms, pictures?: string) {
  const context = await browser.newContext(forms[form])
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await addAuthenticator(page)
  await page.goto(url)
  await talk(page)
  await authorize(page)
  const receipts = await proveReceipts(page)
  await unlock(page)
  const faults = await faultsIn(page)
  must(complaints.length === 0, complaints.join('\n'))
  must(faults.length === 0, faults.join('\n'))
  if (pictures) await page.screenshot({ path: join(pictures, `${form}.png`), fullPage: true })
  await context.close()
  return { receipts, faults: faults.length }
}

/** Both agents register with a fleet, and what they sign is in its log, though an instance of it is killed. */
async function overFleet(browser: Browser, folder: string, pictures?: string) {
  const fleet = await Fleet.start({})
  const site = await serve(folder, fleet.origin)
  try {
    const page = await (await browser.newContext(forms.light)).newPage()
    page.setDefaultTimeout(patience)
    await page.goto(site.url)
    await talk(page)
    await fleet.programs[0]?.end('SIGKILL')
    await authorize(page)
    const count = await proveReceipts(page)
    for (let index = 0; index < count; index += 1)
      await page
        .getByText(/✓ recorded as entry/)
        .nth(index)
        .waitFor()
    const faults = await faultsIn(page)
    must(faults.length === 0, faults.join('\n'))
    if (pictures) await page.screenshot({ path: join(pictures, 'registry.png'), fullPage: true })
    await page.context().close()
    return { receipts: count, ...(await inLog(fleet, count)) }
  } finally {
    await site.close()
    await fleet.stop()
  }
}

/** The journal holds both registrations and each receipt, and the log all of it. */
async function inLog({ origin }: Fleet, receipts: number) {
  const auditor = await Auditor.of(origin)
  await auditor.waitFor(receipts + 2)
  const recorded = new Set(await auditor.journal()).size
  must(recorded === receipts, `${recorded} of ${receipts} are in the log`)
  return { recorded }
}

/** By keyboard, from both sides. */
async function talk(page: Page): Promise<void> {
  await page
    .getByText(/card verified/)
    .first()
    .waitFor()
  must((await page.getByText(/card verified, signer/).count()) === 2, 'a card was not verified')
  for (const [from, text] of [
    ['Ledger', 'Close the books of October'],
    ['Notary', 'They balance'],
  ] as const) {
    await page.getByLabel('From').selectOption(from)
    await page.getByLabel('Message').fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: text }).waitFor()
  }
}

async function authorize(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Grant')
  await press('Read as Notary')
  await page.getByText('allowed', { exact: true }).waitFor()
  await press('Revoke')
  await press('Read as Notary')
  await page.getByText('ERR_GRANT_REVOKED').waitFor()
}

/** The file that the page saves holds; one with a changed word does not. Gives how many receipts it has. */
async function proveReceipts(page: Page): Promise<number> {
  await page.locator('summary').click()
  const href = (await page.getByRole('link', { name: 'Save as a file' }).getAttribute('href')) ?? ''
  const text = decodeURIComponent(href.slice(href.indexOf(',') + 1))
  const count = text.trim().split('\n').length
  must(count === 4, `${count} receipts instead of 4`)
  const drop = (content: string) =>
    page.getByLabel('Drop or choose a file').setInputFiles({
      name: 'receipts.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    })
  await drop(text.replace('2026-10', '2026-11'))
  await page.getByText('refused: ERR_RECEIPT_').waitFor()
  await drop('no receipt')
  await page.getByText('refused: it cannot be read').waitFor()
  await drop(text)
  await page.getByText('4 receipts hold').waitFor()
  return count
}

async function unlock(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Make with a passkey')
  await page.getByText('Write the recovery key down').waitFor()
  await press('Open with the passkey')
  await page.getByText(/Open: did:key:/).waitFor()
  await page.getByLabel('Passphrase').fill('a long passphrase')
  await press('Make with the passphrase')
  await page.getByText('Write the recovery key down').waitFor()
  await press('Open with the passphrase')
  await page.getByText(/Open: did:key:/).waitFor()
}

/** An authenticator made of software, with PRF. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** What axe finds, and text that is wider than the page. */
async function faultsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  return isWide ? [...found, 'the page scrolls sideways'] : found
}
