// Runs: what they time, how they end, what their file says.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readResult } from '../../../dist-tools/bench/result.js'
import { ended, exported } from './browser.mjs'
import { columns, headless, open, openRows, ready, short, visit } from './visit.mjs'

/** A peer that loads, and then cannot do its work. */
const lost = `const job = () => { throw new Error('lost') }
export const load = () => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : job) })`

visit(
  'a run in a worker and in the page, beside a peer, and its export',
  `${short}&places=worker,page&run`,
  async (page) => {
    assert.match(await ended(page), /^Done after .*: result A; result B\.$/)
    for (const [letter, place] of [
      ['A', 'worker'],
      ['B', 'page'],
    ]) {
      const { environment, rows, settings } = readResult(await exported(page, letter))
      assert.equal(environment.place, place)
      assert.equal(environment.isolated, true)
      assert.ok(environment.clockNs > 0 && environment.clockNs < 50_000)
      assert.match(environment.wasm['wasm-fma'], /^[0-9a-f]{64}$/)
      assert.deepEqual(Object.keys(environment.peers), ['@noble/ciphers'])
      assert.deepEqual(settings, { quick: true, rounds: 2, milliseconds: 2 })
      const sealed = rows.filter((row) => row.case === 'seal 64 B').map(({ engine }) => engine)
      assert.deepEqual(sealed, ['wasm-fma', 'wasm', '@noble/ciphers'])
      // The clock has steps, and no figure is finer than they are.
      for (const { low, high, batch } of rows)
        assert.ok(high - low >= (0.5 * environment.clockNs) / batch)
    }
  },
)

visit(
  'the page stays awake while it runs on its own thread',
  `${short}&peers=&places=page`,
  async (page) => {
    await ready(page)
    await page.evaluate(() => {
      window.frames_ = 0
      const count = () => {
        window.frames_ += 1
        requestAnimationFrame(count)
      }
      requestAnimationFrame(count)
      new MutationObserver(() => (window.seen_ = true)).observe(
        document.getElementById('progress-text'),
        { childList: true },
      )
    })
    await page.getByRole('button', { name: 'Run the bench' }).click()
    await ended(page)
    // Two cases, two engines: to prepare and two rounds each.
    assert.ok((await page.evaluate(() => window.frames_)) >= 12)
    assert.ok(await page.evaluate(() => window.seen_))
  },
)

visit(
  'a run can be stopped, and keeps what it has',
  '?cases=all&peers=&rounds=3&ms=10&run',
  async (page) => {
    await page.waitForFunction(() =>
      /^[3-9] of/.test(document.getElementById('progress-text').textContent),
    )
    await page.getByRole('button', { name: 'Stop' }).click()
    assert.match(await ended(page), /^Stopped after .*: result A/)
    const { rows } = readResult(await exported(page))
    assert.ok(rows.length >= 4 && rows.every(({ rounds }) => rounds === 3))
    assert.ok(await page.getByRole('button', { name: 'Run the bench' }).isEnabled())
  },
)

test('a run without a window, of every peer that there is for the cases that have a target', async () => {
  const query = '?filter=parse did:,canonicalize and hash&cases=targets&rounds=2&ms=2&run'
  const { said, text } = await headless(query)
  assert.match(said, /^Done/)
  const { environment, rows } = readResult(text)
  assert.equal(environment.isolated, true)
  assert.deepEqual(Object.keys(environment.peers), ['canonicalize', 'plain TypeScript'])
  const names = new Set(rows.map((row) => row.case))
  assert.deepEqual([...names].sort(), [
    'parse did:key',
    'parse did:sage',
    'parse did:web',
    'parse, canonicalize and hash a card',
  ])
  await assert.rejects(headless('?rounds=none&run'), /In the address: rounds is/)
})

visit(
  'a peer that fails takes no row from the engines',
  '?groups=did&filter=parse did:key&engines=wasm&peers=plain TypeScript&rounds=2&ms=2&run',
  async (page) => {
    await ended(page)
    assert.match(
      await page.locator('.notes').innerText(),
      /beside other packages: no figure \(plain TypeScript: lost/,
    )
    await openRows(page)
    assert.deepEqual(await columns(page), ['case', 'A wasm', 'capability'])
    assert.match(await page.textContent('#face'), /No score/)
  },
  {
    before: (page) =>
      page.route(/\/plain-[^/]*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: lost }),
      ),
  },
)

test('an engine that the browser lacks is n/a, with the reason, and no other stands in for it', async () => {
  // A module of another version: like relaxed SIMD where there is none, it does not compile.
  const body = Buffer.from([0, 0x61, 0x73, 0x6d, 9, 0, 0, 0])
  const lose = (page) => page.route(/wasm-fma-[^/]*\.wasm$/, (route) => route.fulfill({ body }))
  const { page, done } = await open(`${short}&run`, { before: lose })
  await ended(page)
  assert.match(
    await page.locator('.notes').innerText(),
    /wasm-fma: n\/a \(this browser has no relaxed SIMD/,
  )
  assert.match(await page.textContent('.score'), /on wasm\b/)
  await openRows(page)
  const cells = await page.locator('#table tbody tr').first().locator('td').allTextContents()
  assert.equal((await columns(page))[1], 'A wasm-fma')
  assert.equal(cells[0], 'n/a')
  assert.notEqual(cells[1], 'n/a')
  await done()
})
