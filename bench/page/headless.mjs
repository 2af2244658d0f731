// A run of the built page in Chromium without a window.

import { chromium } from 'playwright-core'

import { servePage } from './build.mjs'

/** How often a run is asked how far it is. */
const heartbeat = 15_000

/**
 * Serves the page of `folder`, isolated, and does the run of `query` in `executablePath`.
 *
 * `tell` hears how far it is. Gives the result file as text, and what the page said at the end.
 */
export async function runHeadless({ folder, query, executablePath, tell }) {
  const { url, close } = await servePage(folder)
  try {
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox'],
      timeout: 300_000,
    })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
      await page.goto(url + query)
      const said = await ended(page, tell)
      return { said, text: await exported(page) }
    } finally {
      await browser.close()
    }
  } finally {
    await close()
  }
}

/** Waits for the end of the run, as long as it takes. */
async function ended(page, tell) {
  const beat = setInterval(() => page.textContent('#progress-text').then(tell, () => {}), heartbeat)
  try {
    // An address with an error starts nothing.
    await page.waitForFunction(
      () =>
        /^(Done|Stopped|The run failed)/.test(document.getElementById('status').textContent) ||
        document.querySelector('#problems p'),
      undefined,
      { timeout: 0, polling: 500 },
    )
  } finally {
    clearInterval(beat)
  }
  const problems = await page.textContent('#problems')
  if (problems) throw new Error(problems)
  return page.textContent('#status')
}

/** The result file of the run, which is the first. */
async function exported(page) {
  const button = page.getByRole('button', { name: 'Download result A' })
  if ((await button.count()) === 0) throw new Error(await page.textContent('#status'))
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const chunks = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
