/**
 * Edges: the second at which something expires, clocks that differ, and names that somebody hostile would choose.
 *
 * @internal
 * @module
 */

import {
  demand,
  freshName,
  hostileNames,
  later,
  receiptAt,
  revocationOf,
  Tally,
  withStores,
} from './help.js'
import type { ContractCase, Figures, Fleet } from './types.js'

export function edgeCases(fleet: Fleet): readonly ContractCase[] {
  return [
    { name: 'what expires is over at that second, and not before', run: () => expiry(fleet) },
    {
      name: 'clocks that differ by a minute accept nothing twice',
      needsInstances: true,
      run: () => skewedClocks(fleet),
    },
    { name: 'names with NUL, of 1 MB, of any letters', run: () => namesOfAny(fleet) },
  ]
}

async function expiry(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  let time = 2_000_000_000
  const clock = { now: () => new Date(time * 1000) }
  const name = freshName('edge')
  const run = async ({ replay, tickets }: Parameters<Parameters<typeof withStores>[1]>[0]) => {
    const mark = (until: number, want: boolean, what: string) =>
      tally.expect(replay.checkAndMark(name, until), want, what)
    await mark(time, false, 'a mark that is over already')
    await mark(time + 2, true, 'a mark')
    await tally.expect(tickets.put(name, Uint8Array.of(1), time + 2), true, 'a ticket')
    time += 1
    await mark(time + 9, false, 'a mark in its last second')
    demand((await tickets.find(name)) !== undefined, 'a ticket is there in its last second')
    time += 1
    demand((await tickets.find(name)) === undefined, 'a ticket that is over is not found')
    await tally.expect(tickets.put(name, Uint8Array.of(2), time + 2), true, 'a ticket in its place')
    await mark(time, false, 'a mark that ended now')
    await mark(time + 5, true, 'a mark whose earlier one is over')
    await mark(time + 5, false, 'that mark again')
  }
  await withStores(fleet, run, clock)
  return tally.figures()
}

/** One instance is a minute behind, and sees marks that are over for the other. */
async function skewedClocks(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const time = 2_000_000_000
  const name = freshName('skew')
  const clockAt = (seconds: number) => ({ now: () => new Date(seconds * 1000) })
  await withStores(
    fleet,
    async (behind) => {
      await tally.expect(behind.replay.checkAndMark(name, time + 10), true, 'a mark')
      const ahead = async ({ replay, sweep }: typeof behind) => {
        await tally.expect(replay.checkAndMark(name, time + 10), false, 'a mark that is over')
        await sweep()
      }
      await withStores(fleet, ahead, clockAt(time + 59))
      await tally.expect(behind.replay.checkAndMark(name, time + 10), false, 'that mark again')
    },
    clockAt(time),
  )
  return tally.figures()
}

async function namesOfAny(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const fresh = freshName('hostile')
  const long = 'x'.repeat(2 ** 20 - 200)
  const names = [...hostileNames, long, `${long}y`].map(
    (name) => `${name}${fresh}${name.slice(0, 50)}`,
  )
  await withStores(fleet, async ({ replay, uses, tickets, receipts, status }) => {
    for (const want of [true, false])
      for (const name of names) {
        await tally.expect(replay.checkAndMark(name, later), want, 'a mark')
        await tally.expect(uses.take([{ id: name, limit: 1 }]), want, 'a use')
        await tally.expect(tickets.put(name, Uint8Array.of(1), later), want, 'a ticket')
        await tally.expect(receipts.append(name, receiptAt(0, fresh)), want, 'a receipt')
        await status.add(revocationOf(name.slice(0, 1000), name.slice(-1000), 1))
      }
    for (const name of names.slice(0, hostileNames.length))
      demand((await status.find([name])).length === 1, 'a revocation is found by its grant')
  })
  return tally.figures()
}
