/**
 * Sends requests at a fixed rate, whatever the answers do: an open loop.
 *
 * Each request has a planned time, all evenly spaced, and its latency counts from that time. So a server that stalls
 * for a moment is slow for all requests that were due in that moment, and not only for those that it already had
 * (coordinated omission). The wait for a connection, or for this process to wake up, is part of the latency too. The
 * timers of Node have steps of a millisecond: what is due then leaves together.
 *
 * @module
 */

import { Agent, type ClientRequest, request } from 'node:http'
import type { Loaded, Ready } from './load.js'

export type Pace = {
  perSecond: number
  /** Most connections at once; they are kept. */
  connections: number
  /** Milliseconds after the last planned time in which answers count. */
  patience?: number
}

/** `late`: milliseconds from the planned time to the send, which are the sender's and not the server's. */
export type Paced = Loaded & { late: number[] }

type Open = { sent: ClientRequest; end: (status: number | undefined) => void }

/** When each of `count` requests is sent: milliseconds after the first. */
export function planned(count: number, perSecond: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 1e3) / perSecond)
}

/** Sends all of `ready` at their times; gives what came back. */
export async function pace(origin: string, ready: readonly Ready[], load: Pace): Promise<Paced> {
  const { perSecond, connections, patience = 30_000 } = load
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const paced: Paced = { seconds: 0, latencies: [], statuses: {}, errors: 0, late: [] }
  const open = new Set<Open>()
  const times = planned(ready.length, perSecond)
  const start = performance.now()
  const answers: Promise<void>[] = []
  await inTime(times, start, (index, time) => {
    paced.late.push(performance.now() - time)
    const answer = send(agent, origin, ready[index] as Ready, open)
    answers.push(answer.then((status) => note(paced, status, time)))
  })
  const end = setTimeout(() => giveUp(open), patience)
  await Promise.all(answers)
  clearTimeout(end)
  agent.destroy()
  return { ...paced, seconds: (performance.now() - start) / 1e3 }
}

/** Calls `act` for each of `times` (after `start`) when it has come, and never before. */
async function inTime(
  times: readonly number[],
  start: number,
  act: (index: number, time: number) => void,
): Promise<void> {
  let index = 0
  while (index < times.length) {
    const now = performance.now()
    for (let time = times[index]; time !== undefined && start + time <= now; time = times[index]) {
      act(index, start + time)
      index += 1
    }
    // Through the event loop each time, so that answers are read also when this is behind.
    const wait = start + (times[index] ?? 0) - performance.now()
    await new Promise((later) => setTimeout(later, Math.max(0, wait)))
  }
}

/** The status of the whole answer; undefined if there is none. */
function send(
  agent: Agent,
  origin: string,
  { method, path, body }: Ready,
  open: Set<Open>,
): Promise<number | undefined> {
  const { hostname, port } = new URL(origin)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path, headers })
    const exchange: Open = { sent, end }
    function end(status?: number): void {
      open.delete(exchange)
      resolve(status)
    }
    open.add(exchange)
    sent.on('error', () => end())
    sent.on('response', (answer) => {
      const broken = () => end()
      answer
        .on('end', () => end(answer.statusCode))
        .on('error', broken)
        .on('close', broken)
      answer.resume()
    })
    sent.end(body)
  })
}

function note(paced: Paced, status: number | undefined, time: number): void {
  if (status === undefined) {
    paced.errors += 1
    return
  }
  // A refusal is quick, and would make the percentiles better.
  if (status === 201) paced.latencies.push(performance.now() - time)
  paced.statuses[status] = (paced.statuses[status] ?? 0) + 1
}

/** A request without an answer by now gets none. */
function giveUp(open: ReadonlySet<Open>): void {
  for (const { sent, end } of [...open]) {
    end(undefined)
    sent.destroy()
  }
}
