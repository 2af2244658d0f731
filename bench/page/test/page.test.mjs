// The bench page as a visitor has it: built, served, in Chromium.
//
// Run: npm run check -- --only bench-page

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'

import { readResult } from '../../../dist-tools/bench/result.js'
import { ended, exported, paste, start } from './browser.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Few cases in short rounds: what is tested is the page. */
const short = '?filter=parse did:key,seal 64 B&groups=did,session&rounds=2&ms=2'

/** A peer that loads, and then cannot do its work. */
const lost = `const job = () => { throw new Error('lost') }
export const load = () => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : job) })`

let host
before(async () => {
  host = await start()
})
after(() => host?.close())

/** A test on one visit, which must end without a complaint of the browser. */
function visit(name, query, use, options) {
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

const columns = (page) => page.locator('thead').first().locator('th').allTextContents()

visit(
  'a run in a worker and in the page, beside a peer, and its export',
  `${short}&peers=@noble/ciphers&places=worker,page&run`,
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
    }
  },
)

visit(
  'the page stays awake while it runs on its own thread',
  `${short}&places=page`,
  async (page) => {
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
    await page.getByRole('button', { name: 'Start' }).click()
    await ended(page)
    // Two cases, two engines: to prepare and two rounds each.
    assert.ok((await page.evaluate(() => window.frames_)) >= 12)
    assert.ok(await page.evaluate(() => window.seen_))
  },
)

visit('a run can be stopped, and keeps what it has', '?rounds=3&ms=10&run', async (page) => {
  await page.waitForFunction(() =>
    /^[3-9] of/.test(document.getElementById('progress-text').textContent),
  )
  await page.getByRole('button', { name: 'Stop' }).click()
  assert.match(await ended(page), /^Stopped after .*: result A/)
  const { rows } = readResult(await exported(page))
  assert.ok(rows.length >= 4 && rows.every(({ rounds }) => rounds === 3))
  assert.ok(await page.getByRole('button', { name: 'Start' }).isEnabled())
})

visit('a native result beside the own, and ratios to it', `${short}&run`, async (page) => {
  await ended(page)
  const own = readResult(await exported(page))
  const rows = own.rows
    .filter(({ engine }) => engine === 'wasm')
    .map((row) => ({ ...row, engine: 'native' }))
  const name = '<img src=x onerror=alert(1)>'
  const environment = { ...own.environment, platform: name, cpu: name }
  const native = JSON.stringify({ ...own, environment, rows, ratios: [], fits: [] })
  await paste(page, native)
  assert.equal(await page.textContent('#status'), 'Result B was added.')
  assert.deepEqual(await columns(page), [
    'case',
    'A wasm-fma',
    'A wasm',
    'B native',
    'in the reports',
  ])
  assert.equal(await page.inputValue('#baseline'), 'A wasm-fma')
  await page.getByLabel('Ratios to').selectOption('B native')
  assert.match(await page.textContent('#base'), /^Ratios to B native: .*another run/)
  const row = page.getByRole('row', { name: /^parse did:key/ }).first()
  assert.match(await row.locator('td').nth(1).textContent(), / · 1\.00x$/)
  // Few groups: their plots are open.
  await page.getByRole('img', { name: /^session: medians/ }).waitFor()
  await page.locator('#case').selectOption('seal 64 B')
  await page.getByRole('img', { name: /^seal 64 B\. Percentiles/ }).waitFor()
  // What a file says is text.
  assert.equal(await page.locator('#results img').count(), 0)
  assert.ok(await page.locator('#list').getByText(name).first().isVisible())
  await page.getByLabel('Show').selectOption('operations a second')
  assert.match(await row.locator('td').first().textContent(), /[kM]/)
  assert.match(await row.locator('td').nth(1).textContent(), /1\.00x of medians$/)
  // As a file, too.
  const file = { name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(native) }
  await page.getByLabel('Result file').setInputFiles(file)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('again.json').waitFor()
  await page.getByRole('button', { name: 'Remove result B' }).click()
  assert.deepEqual(await columns(page), [
    'case',
    'A wasm-fma',
    'A wasm',
    'C native',
    'in the reports',
  ])
})

visit('what is no result is refused, with a reason', `${short}&run`, async (page) => {
  await ended(page)
  const own = JSON.parse(await exported(page))
  const [row] = own.rows
  const refused = [
    ['', /pick a file/],
    ['{', /no result file/],
    ['[]', /result/],
    [{ ...own, schema: 'countersign-bench/9' }, /schema/],
    [{ ...own, rows: [{ ...row, p50: -1 }] }, /p50/],
    [{ ...own, rows: [{ ...row, p50: 'fast' }] }, /p50/],
    [{ ...own, rows: [row, row] }, /second row/],
    [{ ...own, rows: [{ ...row, colour: 'red' }] }, /colour/],
  ]
  for (const [value, why] of refused) {
    await paste(page, typeof value === 'string' ? value : JSON.stringify(value))
    const said = page.locator('#import-problem')
    await said.filter({ hasText: why }).waitFor()
    assert.match(await said.textContent(), /^Not added: /)
    assert.equal(await page.locator('#list > li').count(), 1)
  }
})

visit(
  'the address is the form, and the form is the address',
  '?groups=did&engines=wasm&places=page&rounds=7&ms=30&filter=key&targets&peers=@noble/hashes',
  async (page) => {
    const checked = (name) =>
      page.$$eval(`input[name="${name}"]:checked`, (boxes) => boxes.map(({ value }) => value))
    assert.deepEqual(await checked('groups'), ['did'])
    assert.deepEqual(await checked('engines'), ['wasm'])
    assert.deepEqual(await checked('places'), ['page'])
    assert.deepEqual(await checked('peers'), ['@noble/hashes'])
    assert.equal(await page.inputValue('#rounds'), '7')
    assert.equal(await page.inputValue('#ms'), '30')
    assert.ok(await page.isChecked('#targets'))
    assert.match(await page.textContent('#plan'), /^1 case,/)
    await page.locator('input[value="session"]').check()
    await page.getByLabel('Rounds').fill('9')
    assert.equal(
      await page.evaluate(() => location.search),
      '?groups=did,session&filter=key&targets&engines=wasm&peers=@noble/hashes&places=page&rounds=9&ms=30'.replace(
        '@noble/hashes',
        encodeURIComponent('@noble/hashes'),
      ),
    )
    await page.getByLabel('Rounds').fill('0')
    assert.ok(await page.getByRole('button', { name: 'Start' }).isDisabled())
  },
)

test('a run without a window, of every peer that there is for the cases that have a target', async () => {
  const query = '?filter=parse did:,canonicalize and hash&targets&peers=all&rounds=2&ms=2&run'
  const { said, text } = await host.headless(query)
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
  await assert.rejects(host.headless('?rounds=none&run'), /In the address: rounds is/)
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
    assert.deepEqual(await columns(page), ['case', 'A wasm', 'in the reports'])
  },
  {
    before: (page) =>
      page.route(/\/plain-[^/]*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: lost }),
      ),
  },
)

visit(
  'an address that is wrong says so, and starts nothing',
  '?engines=native&rounds=1e9&ms=-1&groups=<b>x</b>&colour=red&run',
  async (page) => {
    const said = await page.getByRole('alert').first().innerText()
    for (const why of [/engines has no “native”/, /rounds is/, /ms is/, /<b>x<\/b>/, /“colour”/])
      assert.match(said, why)
    assert.equal(await page.inputValue('#rounds'), '5')
    assert.equal(await page.textContent('#status'), '')
    assert.ok(await page.getByRole('button', { name: 'Start' }).isEnabled())
    // A run that was set right can be shared.
    await page.getByLabel('Rounds').fill('9')
    assert.equal(await page.textContent('#problems'), '')
    assert.equal(await page.evaluate(() => location.search), '?rounds=9')
  },
)

test('an engine that the browser lacks is n/a, with the reason', async () => {
  // A module of another version: like relaxed SIMD where there is none, it does not compile.
  const body = Buffer.from([0, 0x61, 0x73, 0x6d, 9, 0, 0, 0])
  const lose = (page) => page.route(/wasm-fma-[^/]*\.wasm$/, (route) => route.fulfill({ body }))
  const { page, done } = await host.open(`${short}&run`, { before: lose })
  await ended(page)
  assert.match(
    await page.locator('.notes').innerText(),
    /wasm-fma: n\/a \(this browser has no relaxed SIMD/,
  )
  assert.deepEqual(await columns(page), ['case', 'A wasm-fma', 'A wasm', 'in the reports'])
  const cells = await page.locator('tbody tr').first().locator('td').allTextContents()
  assert.equal(cells[0], 'n/a')
  assert.notEqual(cells[1], 'n/a')
  await done()
})

visit(
  'a host without headers: coarse, and it says why',
  `${short}&places=worker,page&run`,
  async (page) => {
    assert.match(await page.textContent('#isolation'), /Cross-Origin-Embedder-Policy: require-corp/)
    assert.match(await ended(page), /^Done/)
    const { environment, rows } = readResult(await exported(page))
    assert.equal(environment.isolated, false)
    assert.ok(environment.clockNs >= 50_000)
    assert.ok(rows.every(({ batch }) => batch > 1))
  },
  { bare: true },
)

visit('by keyboard alone', short, async (page) => {
  const focused = () =>
    page.evaluate(() => document.activeElement.id || document.activeElement.textContent)
  const tabTo = async (id) => {
    for (let step = 0; step < 80 && (await focused()) !== id; step += 1)
      await page.keyboard.press('Tab')
    assert.equal(await focused(), id)
  }
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the results')
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)
  assert.notEqual(outline, 'none')
  await tabTo('rounds')
  await page.keyboard.press('ArrowUp')
  assert.equal(await page.inputValue('#rounds'), '3')
  await tabTo('start')
  await page.keyboard.press('Enter')
  // Where Start was cannot be pressed now; Stop can.
  await page.waitForFunction(() => document.activeElement.id === 'stop')
  await ended(page)
  await page.waitForFunction(() => document.activeElement.id === 'start')
  await tabTo('baseline')
  await tabTo('paste')
})

for (const colorScheme of ['light', 'dark'])
  visit(
    `nothing that axe finds, ${colorScheme}`,
    `${short}&places=worker&peers=@noble/ciphers&run`,
    async (page) => {
      await ended(page)
      await page
        .locator('details')
        .first()
        .evaluate((details) => (details.open = true))
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => window.axe.run())
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`),
        [],
      )
    },
    { colorScheme, reducedMotion: 'reduce' },
  )

visit(
  'a phone: no sideways scroll, and targets to hit',
  `${short}&places=worker,page&peers=@noble/ciphers&run`,
  async (page) => {
    await ended(page)
    const { inner, whole } = await page.evaluate(() => ({
      inner: innerWidth,
      whole: document.documentElement.scrollWidth,
    }))
    assert.ok(whole <= inner, `${whole} is wider than ${inner}`)
    const small = await page.$$eval('button, select, summary, .choices label', (targets) =>
      targets
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 40)
        .map((target) => target.outerHTML),
    )
    assert.deepEqual(small, [])
  },
  { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
)
