/**
 * Sixty-four writers, in four processes, who all ask for the same.
 *
 * @module
 */

import type { Stores } from '../types.js'
import { demand, freshName, later, receiptAt, withStores } from './help.js'
import type { ContractCase, ContractOptions, Figures, Race } from './types.js'

const processes = 4
const writers = 16
const rounds = 20
const uses = 10

/**
 * How many yeses each round of a race gave in this process.
 *
 * @example
 * ```ts no-run: it runs in a process of its own
 * process.send?.(await runRace(stores, race))
 * ```
 */
export async function runRace(stores: Stores, race: Race): Promise<readonly number[]> {
  const won: number[] = []
  for (let round = 0; round < race.rounds; round += 1) {
    const asked = Array.from({ length: race.writers }, (_, writer) =>
      ask(stores, race, `${race.name}-${round}`, writer),
    )
    won.push((await Promise.all(asked)).filter(Boolean).length)
  }
  return won
}

async function ask(stores: Stores, race: Race, name: string, writer: number): Promise<boolean> {
  if (race.kind === 'mark') return stores.replay.checkAndMark(name, later)
  if (race.kind === 'ticket') return (await stores.tickets.take(name)) !== undefined
  if (race.kind === 'receipt') return stores.receipts.append(name, receiptAt(0, name))
  const few = { id: name, limit: race.limit }
  if (race.kind === 'use') return stores.uses.take([few])
  // Half of them name the two grants the other way round.
  const many = { id: `${name}-many`, limit: 1_000 }
  return stores.uses.take(writer % 2 === 0 ? [few, many] : [many, few])
}

export function raceCases(fleet: ContractOptions): readonly ContractCase[] {
  const race = (kind: Race['kind'], limit: number) => runIn(fleet, raceOf(kind, limit))
  return [
    { name: 'of 64 writers, one marks', run: () => race('mark', 1) },
    { name: 'of 64 deliveries of a receipt, one is kept', run: () => race('receipt', 1) },
    { name: 'of 64 who take a ticket, one gets it', run: () => ticketRace(fleet) },
    { name: 'of 64 uses of a grant, as many count as it allows', run: () => race('use', uses) },
    { name: 'two grants are counted together, in any order', run: () => pairRace(fleet) },
  ]
}

function raceOf(kind: Race['kind'], limit: number): Race {
  return { kind, name: freshName(kind), rounds, writers, limit }
}

async function runIn(fleet: ContractOptions, race: Race): Promise<Figures> {
  const run = fleet.race ?? ((task: Race) => overConnections(fleet, task))
  return judge(race, await run(race))
}

function overConnections(fleet: ContractOptions, race: Race) {
  return Promise.all(
    Array.from({ length: processes }, () => withStores(fleet, (stores) => runRace(stores, race))),
  )
}

function judge(race: Race, won: readonly (readonly number[])[]): Figures {
  demand(won.length === processes, `${won.length} processes ran, and not ${processes}`)
  const sums = Array.from({ length: race.rounds }, (_, round) =>
    won.reduce((sum, counts) => sum + (counts[round] ?? 0), 0),
  )
  const total = (of: (sum: number) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  const twice = total((sum) => Math.max(0, sum - race.limit))
  const lost = total((sum) => Math.max(0, race.limit - sum))
  demand(twice === 0 && lost === 0, `${twice} accepted beyond the limit, ${lost} lost`)
  return {
    asked: processes * race.writers * race.rounds,
    accepted: total((sum) => sum),
    twice,
    lost,
  }
}

async function ticketRace(fleet: ContractOptions): Promise<Figures> {
  const race = raceOf('ticket', 1)
  await withStores(fleet, async ({ tickets }) => {
    for (let round = 0; round < race.rounds; round += 1)
      demand(
        await tickets.put(`${race.name}-${round}`, Uint8Array.of(round), later),
        'a ticket is kept',
      )
  })
  return runIn(fleet, race)
}

/** What the second grant was counted for must be what was accepted, and no more. */
async function pairRace(fleet: ContractOptions): Promise<Figures> {
  const race = raceOf('uses', uses)
  const figures = await runIn(fleet, race)
  await withStores(fleet, async (stores) => {
    const left = { id: `${race.name}-0-many`, limit: uses + 1 }
    demand(await stores.uses.take([left]), 'a refused use of two grants counts neither')
  })
  return figures
}
