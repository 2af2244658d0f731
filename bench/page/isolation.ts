/**
 * Isolates the page from other origins where its host does not, and says why where that fails.
 *
 * @module
 */

import { duration } from '../format.js'
import type { Environment } from '../result.js'
import { make } from './dom.js'

/** Longer than this, a service worker does not start; the page is then used as it is. */
const patience = 10_000
/** Until the page was loaded again: so it is loaded again once, and not for ever. */
const trying = 'countersign-bench-isolating'

/** Starts the service worker where the page needs one, and loads the page again under it: then this never settles. */
export async function isolate(): Promise<void> {
  if (crossOriginIsolated || !('serviceWorker' in navigator)) return
  try {
    const tried = sessionStorage.getItem(trying)
    sessionStorage.removeItem(trying)
    if (tried) return
    await navigator.serviceWorker.register('./isolate.js')
    if (!(await isActive())) return
    sessionStorage.setItem(trying, 'yes')
  } catch {
    // A browser may keep pages from storage or service workers, and a host may not have the file.
    return
  }
  location.reload()
  await new Promise(() => {})
}

async function isActive(): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false))
  return Promise.race([navigator.serviceWorker.ready.then(() => true), late])
}

/** Why the clock is coarse; nothing where it is fine. */
export function explain(found: Environment): HTMLElement[] {
  if (found['isolated'] === true) return []
  const clock = duration(Number(found['clockNs']))
  return [
    make(
      'p',
      { class: 'notice' },
      `This page is not isolated from other origins, so the browser gives it a clock of ${clock} instead of about 5 µs. `,
      'Short operations are timed in longer batches; figures stay right, percentiles of single calls do not. ',
      'A service worker, which would end this, could not start: it needs HTTPS or this machine, and a browser that allows it. ',
      'A host can send ',
      make('code', {}, 'Cross-Origin-Opener-Policy: same-origin'),
      ' and ',
      make('code', {}, 'Cross-Origin-Embedder-Policy: require-corp'),
      ' with every file instead.',
    ),
  ]
}
