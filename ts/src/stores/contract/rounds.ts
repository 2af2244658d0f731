/**
 * A race: round by round, sixty-four writers in four processes ask for the same at once.
 *
 * @internal
 * @module
 */

import { demand, freshName } from './help.js'
import type { Figures, RaceOf } from './types.js'

export const processes = 4
const writers = 16
const rounds = 20

/** How many ask in each round. */
export const everybody: number = processes * writers

/** A race for `kind`, of which `limit` of all may get a yes. */
export function raceOf<K extends string>(kind: K, limit: number): RaceOf<K> {
  return { kind, name: freshName(kind), rounds, writers, limit }
}

/** How many yeses each round gave in this process. */
export async function runRounds(
  race: RaceOf<string>,
  ask: (name: string, writer: number) => Promise<boolean>,
): Promise<readonly number[]> {
  const won: number[] = []
  for (let round = 0; round < race.rounds; round += 1) {
    const asked = Array.from({ length: race.writers }, (_, writer) =>
      ask(`${race.name}-${round}`, writer),
    )
    won.push((await Promise.all(asked)).filter(Boolean).length)
  }
  return won
}

/** Runs a race in four processes, or in place of a process over a connection, and counts. */
export async function runIn<R extends RaceOf<string>>(
  race: R,
  inProcesses: ((race: R) => Promise<readonly (readonly number[])[]>) | undefined,
  overConnection: () => Promise<readonly number[]>,
): Promise<Figures> {
  const overConnections = () => Promise.all(Array.from({ length: processes }, overConnection))
  return judge(race, await (inProcesses ? inProcesses(race) : overConnections()))
}

function judge(race: RaceOf<string>, won: readonly (readonly number[])[]): Figures {
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
