// Links: a result goes to somebody else, who is told that it is one; what is no result is refused.

import assert from 'node:assert/strict'

import { readResult } from '../../../dist-tools/bench/result.js'
import { ended, exported } from './browser.mjs'
import { ready, short, visit } from './visit.mjs'

const figures = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.big b, .rate b')].map(({ textContent }) => textContent),
  )

const evil = '<img src=x onerror=alert(1)>'

/**
 * Gives the figure of `own` in the same place, if this one differs at most in the last of two digits or more: a link has
 * four digits of each median, and the page rounds again. The medians themselves are compared exactly.
 */
const nearOneOf = (own) => (figure, at) => {
  const [value, want] = [figure, own[at]].map((text) => Number(text.replace(/[,×]/g, '')))
  return Math.abs(value - want) <= want / 10 ? own[at] : figure
}

visit(
  'a link goes to somebody else, who sees whose result it is, and runs the same beside it',
  `${short}&run`,
  async (page) => {
    await ended(page)
    const own = await figures(page)
    assert.equal(await page.locator('.whose').count(), 0)
    await page.getByRole('button', { name: 'Copy a link to this result' }).click()
    await page.locator('#status').filter({ hasText: 'The link is on the clipboard.' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(await page.getByLabel('Link to this result').inputValue(), link)
    assert.ok(link.length < 4_000)
    const { rows } = readResult(await exported(page))

    // A fragment alone loads nothing anew.
    await page.goto('about:blank')
    await page.goto(link)
    const whose = page.locator('.whose')
    await whose.waitFor()
    assert.match(
      await whose.textContent(),
      /^Somebody else’s result, from a link\. .* in .*Chrom.*Nothing proves its figures, and none is of this browser/,
    )
    assert.deepEqual((await figures(page)).map(nearOneOf(own)), own)
    const shared = readResult(await exported(page))
    assert.deepEqual(
      shared.rows.map((row) => [row.case, row.engine, row.p50]),
      rows.map((row) => [row.case, row.engine, Number(row.p50.toPrecision(4))]),
    )
    // It is not offered as one's own.
    assert.equal(await page.getByRole('button', { name: 'Copy a link' }).count(), 0)

    // The address has the settings of the run: one button makes the same here.
    await page.getByRole('button', { name: 'Run the bench' }).click()
    assert.match(await ended(page), /: result B\.$/)
    assert.equal(await page.evaluate(() => location.hash), '')
    assert.equal(await whose.count(), 0)
    await page.getByLabel('In front').selectOption({ index: 0 })
    await whose.waitFor()
    const { rows: again } = readResult(await exported(page, 'B'))
    assert.deepEqual(
      again.map((row) => [row.case, row.engine]),
      rows.map((row) => [row.case, row.engine]),
    )
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
)

for (const [what, fragment, why] of [
  ['markup', encodeURIComponent(evil), /cut off or changed, or this page did not make it/],
  ['a bomb', 'A'.repeat(100_000), /it is too long/],
  ['nothing', '', /cut off or changed/],
])
  visit(`a fragment of a stranger is refused: ${what}`, `#result=${fragment}`, async (page) => {
    await ready(page)
    const said = page.locator('#problems p')
    await said.waitFor()
    assert.match(await said.textContent(), /^The result in the link is not shown: /)
    assert.match(await said.textContent(), why)
    assert.doesNotMatch(await said.textContent(), /img|%3C|AAAA/)
    assert.ok(await page.locator('#front').isHidden())
    assert.equal(await page.locator('#list li').count(), 0)
    // A good run is not in the way of a bad link.
    assert.ok(await page.getByRole('button', { name: 'Run the bench' }).isEnabled())
  })
