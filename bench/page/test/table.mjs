// All rows, results side by side, and the form.

import assert from 'node:assert/strict'

import { readResult } from '../../../dist-tools/bench/result.js'
import { ended, exported, paste } from './browser.mjs'
import { columns, openRows, short, visit } from './visit.mjs'

const alone = short.replace('peers=@noble/ciphers', 'peers=')

visit('a native result beside the own, and ratios to it', `${alone}&run`, async (page) => {
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
  await openRows(page)
  await page.getByLabel('Beside').selectOption('B native')
  assert.deepEqual(await columns(page), [
    'case',
    'A wasm-fma',
    '× as fast, A wasm-fma',
    'A wasm',
    '× as fast, A wasm',
    'B native',
    'in the reports',
    'capability',
  ])
  assert.match(await page.textContent('#legend'), /beside B native\..*another run/)
  const row = page.getByRole('row', { name: /^parse did:key/ }).first()
  assert.equal(await row.locator('td').nth(3).textContent(), '1.00×')
  await page.getByRole('img', { name: /^session: medians/ }).waitFor()
  await page.locator('#spread > summary').click()
  await page.locator('#case').selectOption('seal 64 B')
  await page.getByRole('img', { name: /^seal 64 B\. Percentiles/ }).waitFor()
  // What a file says is text, and its figures are of another browser.
  await page.getByLabel('In front').selectOption({ index: 1 })
  assert.match(await page.textContent('.whose'), /^A result from elsewhere: .*None of its figures/)
  assert.equal(await page.locator('main img').count(), 0)
  assert.ok(await page.locator('#list').getByText(name).first().isVisible())
  await page.getByLabel('Show').selectOption('operations a second')
  assert.match(await row.locator('td').first().textContent(), /[kM]/)
  // As a file, too.
  const file = { name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(native) }
  await page.getByLabel('Result file').setInputFiles(file)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('#list').getByText('again.json').waitFor()
  await page.getByRole('button', { name: 'Remove result B' }).click()
  // Its base is gone with it, and no package is there to take its place.
  assert.equal((await columns(page))[3], 'C native')
})

visit(
  'rows are found by a word, and sorted by a column, up, down and not at all',
  '?groups=session&cases=all&filter=seal 64 B,seal 4096 B,seal 256 B&peers=@noble/ciphers&engines=wasm&rounds=2&ms=2&run',
  async (page) => {
    await ended(page)
    await openRows(page)
    const names = () => page.locator('#table tbody th').allTextContents()
    const medians = async () => {
      const { rows } = readResult(await exported(page))
      const of = (name) => rows.find((row) => row.case === name && row.engine === 'wasm').p50
      return (await names()).map(of)
    }
    const before = await names()
    const head = page.getByRole('columnheader', { name: 'A wasm', exact: true })
    for (const order of ['ascending', 'descending', 'none']) {
      await head.getByRole('button').click()
      assert.equal(await head.getAttribute('aria-sort'), order)
      // The focus stays on what was pressed, also if the table is drawn anew for another reason.
      await page.locator('#rows').dispatchEvent('toggle')
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'A wasm')
      const values = await medians()
      const sign = { ascending: 1, descending: -1 }[order]
      if (sign)
        assert.deepEqual(
          values,
          values.toSorted((a, b) => sign * (a - b)),
        )
    }
    assert.deepEqual(await names(), before)
    await page.getByLabel('Find').fill('sessions 4096')
    assert.deepEqual(await names(), ['seal 4096 B'])
    assert.match(await page.textContent('#shown'), /^1 of \d+ cases$/)
    // The colour says what the interval shows.
    await page.getByLabel('Find').fill('')
    for (const cell of await page.locator('td.ratio').all())
      assert.match(await cell.getAttribute('class'), /\b(faster|slower|same)\b/)
    await page.getByLabel('A column for each package').check()
    assert.ok((await columns(page)).includes('A @noble/ciphers'))
    assert.ok(!(await columns(page)).includes('A fastest other'))
  },
)

visit('what is no result is refused, with a reason', `${alone}&run`, async (page) => {
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
  '?groups=did&engines=wasm&places=page&rounds=7&ms=30&filter=key&cases=targets&peers=@noble/hashes',
  async (page) => {
    const checked = (name) =>
      page.$$eval(`input[name="${name}"]:checked`, (boxes) => boxes.map(({ value }) => value))
    assert.deepEqual(await checked('cases'), ['targets'])
    assert.deepEqual(await checked('groups'), ['did'])
    assert.deepEqual(await checked('engines'), ['wasm'])
    assert.deepEqual(await checked('places'), ['page'])
    assert.deepEqual(await checked('peers'), ['@noble/hashes'])
    assert.equal(await page.inputValue('#rounds'), '7')
    assert.equal(await page.inputValue('#ms'), '30')
    assert.match(await page.textContent('#plan'), /^1 case,/)
    await page.getByText('Choose what runs').click()
    await page.locator('input[value="session"]').check()
    await page.getByLabel('Rounds').fill('9')
    assert.equal(
      await page.evaluate(() => location.search),
      '?cases=targets&groups=did,session&filter=key&engines=wasm&peers=@noble/hashes&places=page&rounds=9&ms=30'.replace(
        '@noble/hashes',
        encodeURIComponent('@noble/hashes'),
      ),
    )
    await page.getByLabel('Rounds').fill('0')
    assert.ok(await page.getByRole('button', { name: 'Run the bench' }).isDisabled())
    await page.getByLabel('Rounds').fill('9')
    await page.getByLabel('Only names with').fill('no case is called so')
    assert.match(await page.textContent('#plan'), /^No case is in all of these/)
  },
)

visit(
  'an address that is wrong says so, and starts nothing',
  '?engines=native&rounds=1e9&ms=-1&groups=<b>x</b>&colour=red&cases=none&run',
  async (page) => {
    const said = await page.getByRole('alert').first().innerText()
    for (const why of [
      /engines has no “native”/,
      /rounds is/,
      /ms is/,
      /<b>x<\/b>/,
      /“colour”/,
      /cases is one of overview, targets, all/,
    ])
      assert.match(said, why)
    assert.equal(await page.inputValue('#rounds'), '10')
    assert.equal(await page.textContent('#status'), '')
    // A run that was set right can be shared.
    await page.getByText('Choose what runs').click()
    await page.getByLabel('Rounds').fill('9')
    assert.equal(await page.textContent('#problems'), '')
    assert.equal(await page.evaluate(() => location.search), '?rounds=9')
    assert.ok(await page.getByRole('button', { name: 'Run the bench' }).isEnabled())
  },
)
