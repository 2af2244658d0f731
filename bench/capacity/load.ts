/**
 * Loads a server with registrations that were made beforehand, each another agent, each sent once.
 *
 * autocannon keeps each connection busy: the next request leaves when the answer is there. So this is the latency of a
 * server that is always full, and it grows with the connections; `pace.ts` has a fixed rate.
 *
 * @module
 */

import autocannon, { type Result } from 'autocannon'
import type { Api } from '../case.js'
import { register } from './registration.js'

const path = '/api/v1/agents'
/** As many challenges as the server gives at once. */
const most = 10_000

/** What is sent: built before the clock runs. */
export type Ready = { method: 'POST'; path: string; body: string }

/** What came back. Milliseconds, of what was taken: a refusal is quick. */
export type Loaded = {
  seconds: number
  latencies: number[]
  statuses: Record<number, number>
  errors: number
}

/** Makes `count` registrations that answer challenges of the server at `origin`. */
export async function makeReady(
  api: Api,
  origin: string,
  count: number,
  progress: (made: number) => void,
): Promise<Ready[]> {
  const ready: Ready[] = []
  while (ready.length < count) {
    const wanted = Math.min(most, count - ready.length)
    const answer = await fetch(`${origin}${path}/challenges?count=${wanted}`, { method: 'POST' })
    if (answer.status !== 200) throw new Error(`no challenges: ${await answer.text()}`)
    for (const challenge of (await answer.json()) as { nonce: string }[]) {
      ready.push(requestOf(register(api, challenge), challenge.nonce))
      if (ready.length % 500 === 0) progress(ready.length)
    }
  }
  return ready
}

/** The request of a registration. */
export function requestOf(registration: object, nonce: string): Ready {
  return {
    method: 'POST',
    path: `${path}/register?nonce=${nonce}`,
    body: JSON.stringify(registration),
  }
}

/** Sends all of `ready` over so many connections, an equal share on each; gives what came back. */
export async function fire(
  origin: string,
  ready: readonly Ready[],
  connections: number,
): Promise<Loaded> {
  const share = Math.floor(ready.length / connections)
  const loaded: Loaded = { seconds: 0, latencies: [], statuses: {}, errors: 0 }
  let next = 0
  let [first, last] = [0, 0]
  const ended = new Promise<Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        connections,
        amount: share * connections,
        timeout: 30,
        headers: { 'content-type': 'application/json' },
        setupClient: (client) => {
          client.setRequests(ready.slice(next * share, (next + 1) * share))
          next += 1
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    run.on('start', () => {
      first = performance.now()
    })
    run.on('response', (_client, status, _bytes, milliseconds) => {
      last = performance.now()
      if (status === 201) loaded.latencies.push(milliseconds)
      loaded.statuses[status] = (loaded.statuses[status] ?? 0) + 1
    })
  })
  const { errors, timeouts } = await ended
  return { ...loaded, seconds: (last - first) / 1e3, errors: errors + timeouts }
}
