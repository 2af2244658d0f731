// Counts in how many pages WebKitGTK, as it is installed, computes wrong results, and says so.
//
// The suite runs with an option that prevents them (`webdriver/driver.mjs`). This shows whether that is
// still needed. A count fails nothing, since the fault is not ours.
//
// Run: npm run check -- --only webkit

import { serve } from '../packaging/server.mjs'
import { programs } from './setup/drivers.mjs'
import { main, root } from './setup/shell.mjs'
import { startDriver } from './webdriver/driver.mjs'
import { faultsIn } from './webdriver/faults.mjs'
import { titleAt } from './webdriver/session.mjs'

const pages = 40

await main(async () => {
  const driver = await startDriver('webkit', programs('webkit'), { asInstalled: true })
  const server = await serve(root)
  try {
    const browser = await driver.open()
    const titles = []
    for (let page = 0; page < pages; page += 1)
      titles.push(await titleAt(browser, `${server.url}/ts/scripts/webdriver/faultPage.html`))
    console.log(`webkit as it is installed: ${faultsIn(titles)}`)
  } finally {
    await driver.close()
    server.close()
  }
})
