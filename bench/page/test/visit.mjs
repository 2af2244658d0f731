// What the tests of the page share: the page, built once, and visits to it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'

import { start } from './browser.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Few cases in short rounds: what is tested is the page. */
export const short =
  '?filter=parse did:key,seal 64 B&groups=did,session&peers=@noble/ciphers&rounds=2&ms=2'

let host
before(async () => {
  host = await start()
})
after(() => host?.close())

/** A run without a window. */
export const headless = (query) => host.headless(query)

/** Opens the page, also where a complaint of the browser is expected. */
export const open = (query, options) => host.open(query, options)

/** A test on one visit, which must end without a complaint of the browser. */
export function visit(name, query, use, options) {
  test(name, async () => {
    const { page, complaints, done } = await host.open(query, options)
    try {
      await use(page)
      assert.deepEqual(complaints, [])
    } finally {
      await done()
    }
  })
}

/** Fails with what axe finds on the page as it is. */
export async function assertAccessible(page) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run())
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`),
    [],
  )
}

/** Waits until a run can start. */
export const ready = (page) =>
  page.waitForFunction(() => !document.getElementById('start').disabled)

/** Opens the table of all rows. */
export async function openRows(page) {
  await page.locator('#rows > summary').click()
  await page.locator('#table tbody tr').first().waitFor()
}

/** The headings of the table. */
export const columns = async (page) => {
  const all = await page.locator('#table thead th').allTextContents()
  return all.map((text) => text.trim())
}
