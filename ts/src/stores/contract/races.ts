/**
 * Sixty-four writers, in four processes, who all ask for the same.
 *
 * @module
 */

import type { Stores } from '../types.js'
import { demand, later, receiptAt, withStores } from './help.js'
import { raceOf, runIn, runRounds } from './rounds.js'
import type { ContractCase, Figures, Fleet, Race } from './types.js'

const uses = 10

/**
 * How many yeses each round of a race gave in this process.
 *
 * @example
 * ```ts no-run: it runs in a process of its own
 * process.send?.(await runRace(stores, race))
 * ```
 */
export function runRace(stores: Stores, race: Race): Promise<readonly number[]> {
  return runRounds(race, (name, writer) => ask(stores, race, name, writer))
}

async function ask(stores: Stores, race: Race, name: string, writer: number): Promise<boolean> {
  if (race.kind === 'mark') return stores.replay.checkAndMark(name, later)
  if (race.kind === 'ticket') return (await stores.tickets.take(name)) !== undefined
  if (race.kind === 'receipt') return stores.receipts.append(name, receiptAt(0, name))
  if (race.kind === 'rate') return stores.rate({ limit: race.limit, seconds: 3_600 }).take(name)
  const few = { id: name, limit: race.limit }
  if (race.kind === 'use') return stores.uses.take([few])
  // Half of them name the two grants the other way round.
  const many = { id: `${name}-many`, limit: 1_000 }
  return stores.uses.take(writer % 2 === 0 ? [few, many] : [many, few])
}

export function raceCases(fleet: Fleet): readonly ContractCase[] {
  const race = (kind: Race['kind'], limit: number) => compete(fleet, raceOf(kind, limit))
  return [
    { name: 'of 64 writers, one marks', run: () => race('mark', 1) },
    { name: 'of 64 deliveries of a receipt, one is kept', run: () => race('receipt', 1) },
    { name: 'of 64 who take a ticket, one gets it', run: () => ticketRace(fleet) },
    { name: 'of 64 uses of a grant, as many count as it allows', run: () => race('use', uses) },
    {
      name: 'of 64 requests of a sender, as many are let in as its limit allows',
      run: () => race('rate', uses),
    },
    { name: 'two grants are counted together, in any order', run: () => pairRace(fleet) },
  ]
}

function compete(fleet: Fleet, race: Race): Promise<Figures> {
  return runIn(race, fleet.race, () => withStores(fleet, (stores) => runRace(stores, race)))
}

async function ticketRace(fleet: Fleet): Promise<Figures> {
  const race: Race = raceOf('ticket', 1)
  await withStores(fleet, async ({ tickets }) => {
    for (let round = 0; round < race.rounds; round += 1)
      demand(
        await tickets.put(`${race.name}-${round}`, Uint8Array.of(round), later),
        'a ticket is kept',
      )
  })
  return compete(fleet, race)
}

/** What the second grant was counted for must be what was accepted, and no more. */
async function pairRace(fleet: Fleet): Promise<Figures> {
  const race: Race = raceOf('uses', uses)
  const figures = await compete(fleet, race)
  await withStores(fleet, async (stores) => {
    const left = { id: `${race.name}-0-many`, limit: uses + 1 }
    demand(await stores.uses.take([left]), 'a refused use of two grants counts neither')
  })
  return figures
}
