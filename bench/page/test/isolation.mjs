// Hosts that send no headers: a service worker isolates the page, or the page says why it is not isolated.

import assert from 'node:assert/strict'

import { readResult } from '../../../dist-tools/bench/result.js'
import { ended, exported } from './browser.mjs'
import { ready, short, visit } from './visit.mjs'

const isolated = (page) => page.waitForFunction(() => window.crossOriginIsolated)

visit(
  'a host without headers: a service worker isolates the page, before a run starts',
  `${short}&places=worker,page&run`,
  async (page) => {
    await isolated(page)
    assert.match(await ended(page), /^Done after .*: result A; result B\.$/)
    assert.equal(await page.textContent('#isolation'), '')
    for (const letter of ['A', 'B']) {
      const { environment } = readResult(await exported(page, letter))
      assert.equal(environment.isolated, true)
      assert.ok(environment.clockNs < 50_000)
    }
    // The address is as it was, and the next visit is isolated at once.
    assert.match(page.url(), /groups=did,session/)
    await page.goto(page.url().replace(/\?.*/, ''))
    assert.equal(await page.evaluate(() => window.crossOriginIsolated), true)
    const names = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    )
    assert.deepEqual(names, [page.url()])
  },
  { bare: true },
)

visit(
  'a host without headers, a browser without service workers: coarse, and it says why',
  `${short}&places=worker,page&run`,
  async (page) => {
    assert.match(await ended(page), /^Done/)
    assert.match(await page.textContent('#isolation'), /Cross-Origin-Embedder-Policy: require-corp/)
    const { environment, rows } = readResult(await exported(page))
    assert.equal(environment.isolated, false)
    assert.ok(environment.clockNs >= 50_000)
    assert.ok(rows.every(({ batch }) => batch > 1))
  },
  {
    bare: true,
    before: (page) => page.addInitScript(() => delete window.Navigator.prototype.serviceWorker),
  },
)

visit('a host that isolates the page gets no service worker', '', async (page) => {
  await ready(page)
  assert.equal(await page.evaluate(() => window.crossOriginIsolated), true)
  const count = () => navigator.serviceWorker.getRegistrations().then(({ length }) => length)
  assert.equal(await page.evaluate(count), 0)
})
