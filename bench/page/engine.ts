/**
 * One engine, or one peer, in a realm of its own: a worker, or a frame on the page's thread.
 *
 * A realm has its own copy of the package, so each engine is called exactly as a user calls it,
 * and two never share a cache or a slot. The page sends a port and a name, then asks through the port.
 *
 * @module
 */

import { createRunner, type Request } from '../runner.js'
import { load } from './load.js'

/** The first message: which engine or peer this is. The port comes with it. */
export type Hello = { name: string }

/** What comes back through the port. */
export type Answer = { value?: unknown; error?: string }

function serve(event: MessageEvent<Hello>): void {
  const [port] = event.ports
  if (!port || !isFromThePage(event)) return
  removeEventListener('message', serve)
  const answer = createRunner(event.data.name, load)
  port.onmessage = async ({ data }: MessageEvent<Request>) => {
    try {
      port.postMessage({ value: await answer(data) } satisfies Answer)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      port.postMessage({ error: text } satisfies Answer)
    }
  }
}

/** Only its creator can post to a worker; anybody who holds a frame can post to that. */
function isFromThePage(event: MessageEvent): boolean {
  return typeof document === 'undefined' || event.origin === location.origin
}

addEventListener('message', serve)
