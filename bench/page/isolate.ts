/**
 * A service worker for hosts that hand out files and no headers: it adds the headers that isolate the page.
 *
 * It keeps nothing, and touches only files of the page's own origin, below its own folder.
 *
 * @module
 */

/** Of its own thread, the library of types for pages knows nothing. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
type Own = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: <E extends Event>(name: string, hear: (event: E) => void) => void
}
const own = globalThis as unknown as Own

own.addEventListener('install', (event: Lasting) => event.waitUntil(own.skipWaiting()))
own.addEventListener('activate', (event: Lasting) => event.waitUntil(own.clients.claim()))
own.addEventListener('fetch', (event: Fetching) => {
  const { origin } = new URL(event.request.url)
  if (origin === location.origin) event.respondWith(isolated(event.request))
})

async function isolated(request: Request): Promise<Response> {
  const response = await fetch(request)
  // A redirect is followed by the browser, which then asks again.
  if (response.status === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(__ISOLATING__)) headers.set(name, value)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
