// A browser over WebDriver (W3C): the few commands that the tests send.

import { setTimeout as wait } from 'node:timers/promises'

/** How long a page may take, in milliseconds: for a hang, not for a slow machine. */
const patience = 120_000

/**
 * Opens a browser through the driver at `driver`, an address.
 *
 * Every method gives a promise, which fails with the driver's own words. `send` is any command below
 * the session: `send('POST', 'url', { url })`.
 */
export async function openSession(driver, capabilities) {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId, capabilities: found } = await command('POST', `${driver}/session`, body)
  const base = `${driver}/session/${sessionId}`
  const send = (method, path, body) => command(method, `${base}/${path}`, body)
  return {
    send,
    version: found.browserVersion,
    visit: (url) => send('POST', 'url', { url }),
    title: () => send('GET', 'title'),
    close: () => command('DELETE', base),
  }
}

/** Whether the driver at `driver` answers and would open a browser. */
export async function isListening(driver) {
  try {
    return (await command('GET', `${driver}/status`)).ready === true
  } catch {
    return false
  }
}

/** Opens `url` in `browser` and waits for the title, in which a page puts what it found. */
export async function titleAt(browser, url) {
  await browser.visit(url)
  const end = Date.now() + patience
  while (Date.now() < end) {
    const title = await browser.title()
    if (title) return title
    await wait(50)
  }
  throw new Error(`${url} said nothing`)
}

async function command(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  const { value } = await response.json()
  if (response.ok) return value
  throw Object.assign(new Error(`WebDriver: ${value.error}: ${value.message}`), {
    code: value.error,
  })
}
