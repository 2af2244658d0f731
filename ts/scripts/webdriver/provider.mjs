// Runs the browser suite of vitest in a browser that WebDriver drives.
//
// The tests talk to vitest over their own socket; the driver only has to open the page.

import { defineBrowserProvider } from '@vitest/browser'

import { programs } from '../setup/drivers.mjs'
import { startDriver } from './driver.mjs'

/** What `test.browser.provider` takes. */
export function webdriver(family) {
  return defineBrowserProvider({
    name: 'webdriver',
    supportedBrowser: [family],
    providerFactory: () => provide(family),
  })
}

function provide(family) {
  const sessions = new Map()
  let driver
  return {
    name: 'webdriver',
    supportsParallelism: false,
    getCommandsContext: (id) => ({ webdriver: sessions.get(id) }),
    async openPage(id, url) {
      driver ??= startDriver(family, programs(family))
      const session = await (await driver).open()
      sessions.set(id, session)
      await session.visit(url)
    },
    async close() {
      await (await driver)?.close()
    },
  }
}
