// What a visitor sees first, by eye, by ear, by keyboard, on a desk and on a phone.

import assert from 'node:assert/strict'
import { deeds } from '../../../dist-tools/bench/plain.js'
import { readResult } from '../../../dist-tools/bench/result.js'
import { scoreOf } from '../../../dist-tools/bench/score.js'
import { ended, exported } from './browser.mjs'
import { assertAccessible, openRows, ready, short, visit } from './visit.mjs'

visit('one button, with peers on, gives a score, five cards and charts', '', async (page) => {
  await ready(page)
  assert.match(await page.textContent('#plan'), /^\d+ cases beside \d+ other packages, about/)
  const buttons = await page.locator('button:visible').allTextContents()
  assert.deepEqual(buttons, ['Run the bench'])
  // As it opens, but for the length of the rounds.
  for (const [label, value] of [
    ['Rounds', '2'],
    ['Milliseconds a round', '2'],
  ]) {
    await page.locator('#options').evaluate((options) => (options.open = true))
    await page.getByLabel(label).fill(value)
  }
  await page.getByRole('button', { name: 'Run the bench' }).click()
  assert.match(await ended(page), /^Done after .*: result A\.$/)

  const { rows } = readResult(await exported(page))
  const score = scoreOf(rows)
  const shown = await page.textContent('.score')
  assert.ok(score.speedups.length >= 15)
  for (const figure of [score.value, score.low, score.high])
    assert.ok(shown.includes(`${figure >= 10 ? figure.toPrecision(3) : figure.toFixed(2)}×`), shown)
  const cards = await page.locator('.deeds > li').allTextContents()
  assert.equal(cards.length, 5)
  for (const [index, [, deed]] of deeds.entries()) {
    assert.ok(cards[index].startsWith(deed))
    assert.match(cards[index], /\d a second/)
  }
  await page.getByText(/cases behind it$/).click()
  await page.getByRole('img', { name: /as fast, by geometric mean/ }).waitFor()
  // A chart for each capability.
  const groups = [...new Set(rows.map(({ group }) => group))]
  for (const group of groups)
    await page
      .getByRole('img', { name: new RegExp(`^${group}: medians`) })
      .first()
      .waitFor()
  assert.equal(await page.locator('.capability').count(), groups.length)
  // All rows are there, folded.
  assert.ok(await page.locator('#table').isHidden())
})

visit('by keyboard alone', short, async (page) => {
  const focused = () =>
    page.evaluate(() => document.activeElement.id || document.activeElement.textContent)
  const tabTo = async (wanted) => {
    for (let step = 0; step < 120 && !wanted.test(await focused()); step += 1)
      await page.keyboard.press('Tab')
    assert.match(await focused(), wanted)
  }
  await ready(page)
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the results')
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)
  assert.notEqual(outline, 'none')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'start')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(/^rounds$/)
  await page.keyboard.press('ArrowUp')
  assert.equal(await page.inputValue('#rounds'), '3')
  // Enter in the form is the button.
  await page.keyboard.press('Enter')
  await ended(page)
  await page.evaluate(() => document.getElementById('start').focus())
  await page.keyboard.press('Enter')
  // The button that starts gives its place to the one that stops.
  await page.waitForFunction(() => document.activeElement.id === 'stop')
  await ended(page)
  await page.waitForFunction(() => document.activeElement.id === 'start')
  await tabTo(/cases? behind it$/)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: /as fast, by geometric mean/ }).waitFor()
  await tabTo(/^Copy a link/)
  await tabTo(/^All \d+ cases$/)
  await page.keyboard.press('Enter')
  await tabTo(/^find$/)
  await page.keyboard.type('seal')
  await tabTo(/^A wasm-fma$/)
  await page.keyboard.press('Enter')
  assert.equal(
    await page.evaluate(() => document.activeElement.closest('th').ariaSort),
    'ascending',
  )
  await tabTo(/^Add a result$/)
  await page.keyboard.press('Enter')
  await tabTo(/^paste$/)
})

/** Everything that folds, open. */
async function unfold(page) {
  await openRows(page)
  await page.$$eval('details', (folds) => {
    for (const fold of folds) fold.open = true
  })
  await page.getByRole('img', { name: /as fast, by geometric mean/ }).waitFor()
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

for (const colorScheme of ['light', 'dark'])
  for (const [where, options] of [
    ['on a desk', {}],
    ['on a phone', phone],
  ])
    visit(
      `nothing that axe finds, ${colorScheme}, ${where}`,
      `${short}&run`,
      async (page) => {
        await ended(page)
        await unfold(page)
        await assertAccessible(page)
        // Before a run, and with somebody else's result, the page is another one.
        await page.getByRole('button', { name: 'Copy a link' }).click()
        const link = await page.getByLabel('Link to this result').inputValue()
        await page.goto('about:blank')
        await page.goto(link)
        await page.locator('.whose').waitFor()
        await assertAccessible(page)
      },
      { colorScheme, reducedMotion: 'reduce', ...options },
    )

visit(
  'a phone: no sideways scroll, and targets to hit',
  `${short}&places=worker,page&run`,
  async (page) => {
    await ended(page)
    await unfold(page)
    const { inner, whole } = await page.evaluate(() => ({
      inner: window.screen.width,
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
  phone,
)
