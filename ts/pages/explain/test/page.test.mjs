// The page that explains documents, as a visitor has it: built, served on loopback, in Chromium.
//
// Run: npm run check -- --only explain-page

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { chromium } from 'playwright-core'

import { servePage } from '../../../../bench/page/build.mjs'
import { openPage } from '../../../../bench/page/test/browser.mjs'
import { buildExplainPage } from '../build.mjs'
import * as documents from './documents.mjs'

const { card, did, didDocument, grant, jwk, jws, receipt, request, sdkCard, stranger } = documents
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'countersign-explain-'))
let browser
let host

before(async () => {
  await buildExplainPage(folder)
  host = await servePage(folder)
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--no-sandbox'],
  })
})
after(async () => {
  await browser?.close()
  await host?.close()
  rmSync(folder, { recursive: true })
})

/** A test on one visit, which must end without a complaint of the browser. */
function visit(name, use, options) {
  test(name, async () => {
    const { page, complaints, done } = await openPage(browser, host.url, '', options)
    try {
      await use(page)
      assert.deepEqual(complaints, [])
    } finally {
      await done()
    }
  })
}

const documentOf = (page) => page.getByLabel('Document', { exact: true })
const trustOf = (page) => page.getByLabel('Whom you trust')

/** Waits for an answer that `pattern` fits; gives its state. */
async function answered(page, pattern) {
  await page
    .locator('#verdict')
    .filter({ hasText: pattern })
    .waitFor({ timeout: 60_000 })
    .catch(async (error) => {
      throw new Error(`the page says: ${await page.textContent('#verdict')}`, { cause: error })
    })
  return page.getAttribute('#verdict', 'data-state')
}

for (const [name, text, what, row] of [
  ['a card', card, /an agent card of A2A 1\.0/, /signed by/],
  ['a card of the SDK', sdkCard, /an agent card of A2A 1\.0/, /signed by/],
  ['a JWS', jws, /a JWS/, /alg/],
  ['a receipt', receipt, /a receipt/, /action/],
  ['a grant', grant, /a grant/, /subject/],
  ['a signed request', request, /a signed HTTP request/, /sig1 covers/],
])
  visit(`${name} is explained, and verified under a key that is given`, async (page) => {
    await documentOf(page).fill(text)
    assert.equal(await answered(page, what), 'open')
    assert.match(await page.textContent('#verdict'), /Nothing is verified: say whom you trust/)
    assert.match(await page.textContent('#claims'), row)
    assert.ok(await page.locator('#proven').isHidden())
    // A field for text has other ends of lines, so the body of the request is not the one that was signed.
    if (text === request) await pick(page, text)
    await trustOf(page).fill(did)
    const state = await answered(page, /is verified\.|signatures hold/)
    // Whether a grant is revoked, no page knows.
    assert.equal(state, text === grant ? 'open' : 'verified')
    assert.match(await page.textContent('#proven'), /Ed25519, trusted/)
    await trustOf(page).fill(stranger)
    assert.equal(await answered(page, /is refused: ERR_/), 'refused')
  })

function pick(page, text) {
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
  return page.getByLabel('or a file').setInputFiles(file)
}

visit('a key is trusted in any of its forms', async (page) => {
  await documentOf(page).fill(card)
  for (const trust of [jwk, JSON.stringify({ keys: [JSON.parse(jwk)] }), didDocument]) {
    await trustOf(page).fill('')
    await answered(page, /Nothing is verified/)
    await trustOf(page).fill(trust)
    assert.equal(await answered(page, /is verified/), 'verified')
  }
})

visit('what was changed is refused, with the code and what to do', async (page) => {
  await trustOf(page).fill(did)
  await documentOf(page).fill(card.replace('Ledger', 'Larder'))
  assert.equal(await answered(page, /ERR_CARD_SIGNATURE.*\. \w/), 'refused')
  await pick(page, request.replace('"item": 1', '"item": 2'))
  assert.equal(await answered(page, /ERR_HTTP_SIG_DIGEST/), 'refused')
  await pick(page, request)
  assert.equal(await answered(page, /is verified/), 'verified')
  assert.match(await page.textContent('#proven'), /judged as of2026-01-01/)
  // Signed for one host, and received by another.
  await page.getByLabel('Where the request was received').fill('https://other.example')
  assert.equal(await answered(page, /ERR_HTTP_SIG_INVALID/), 'refused')
})

visit('a file that is dropped anywhere is read', async (page) => {
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'card.json'))
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
    )
  }, card)
  await answered(page, /an agent card/)
  assert.equal(await documentOf(page).inputValue(), card)
})

visit('nothing is fetched for a DID, and what names no key says so', async (page) => {
  await documentOf(page).fill(card)
  await trustOf(page).fill('did:web:ledger.example')
  await page.getByText('This page fetches nothing').waitFor()
  await trustOf(page).fill('somebody')
  await page.getByText('This is no did:key, Multikey').waitFor()
  assert.equal(await answered(page, /Nothing is verified/), 'open')
})

visit('a document is text, whatever is in it', async (page) => {
  await documentOf(page).fill('{"type":"<img src=x onerror=alert(1)>","a":"<b>b</b>"}')
  await answered(page, /a record/)
  assert.match(await page.textContent('#claims'), /<b>b<\/b>/)
  assert.equal(await page.locator('#claims img, #claims b').count(), 0)
  await documentOf(page).fill('neither this nor that')
  assert.equal(await answered(page, /nothing that the page knows/), 'refused')
  await documentOf(page).fill('')
  assert.equal(await answered(page, /no document yet/), 'none')
})

visit('by keyboard alone', async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the answer')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'document')
  await page.keyboard.insertText(jws)
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'file')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'trust')
  await page.keyboard.insertText(did)
  assert.equal(await answered(page, /is verified/), 'verified')
})

for (const colorScheme of ['light', 'dark'])
  visit(
    `nothing that axe finds, ${colorScheme}`,
    async (page) => {
      await trustOf(page).fill('somebody')
      for (const text of [request, card.replace('Ledger', 'Larder')]) {
        await documentOf(page).fill(text)
        await answered(page, /This is/)
        await page.evaluate(axe)
        const { violations } = await page.evaluate(() => window.axe.run())
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`),
          [],
        )
        await trustOf(page).fill(did)
      }
    },
    { colorScheme, reducedMotion: 'reduce' },
  )

visit(
  'a phone: no sideways scroll',
  async (page) => {
    await pick(page, request)
    await trustOf(page).fill(did)
    await answered(page, /is verified/)
    const { inner, whole } = await page.evaluate(() => ({
      inner: innerWidth,
      whole: document.documentElement.scrollWidth,
    }))
    assert.ok(whole <= inner, `${whole} is wider than ${inner}`)
  },
  { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
)
