/**
 * What a place for logs promises: tiles that only grow, and checkpoints that only advance, whoever writes.
 *
 * @module
 */

import { isCountersignError } from '../../errors.js'
import type { LogStore, LogStores } from '../types.js'
import { demand, freshName, hostileNames, Tally } from './help.js'
import { everybody, raceOf, runIn, runRounds } from './rounds.js'
import type { ContractCase, Figures, LogFleet, LogRace } from './types.js'

/** One hash of a tile, in bytes. */
const hash = 32

export function logCases(fleet: LogFleet): readonly ContractCase[] {
  const on =
    (run: (logs: LogStores, tally: Tally) => Promise<void>) => async (): Promise<Figures> => {
      const tally = new Tally()
      await withLogs(fleet, (logs) => run(logs, tally))
      return tally.figures()
    }
  return [
    { name: 'a tile grows, and is never rewritten', run: on(tiles) },
    { name: 'checkpoints only advance', run: on(checkpoints) },
    {
      name: 'of 64 histories of a tile, one is kept',
      run: () => compete(fleet, raceOf('tile', 1)),
    },
    {
      name: 'of 64 trees of one size, one is signed for',
      run: () => compete(fleet, raceOf('checkpoint', 1)),
    },
    { name: '64 writers of one history are all heard', run: () => growth(fleet) },
    { name: 'names of logs with any letters, and of 1 MB', run: on(names) },
    { name: 'a restart forgets no log', needsInstances: true, run: () => restart(fleet) },
  ]
}

async function withLogs<T>(
  { connect }: LogFleet,
  work: (logs: LogStores) => Promise<T>,
): Promise<T> {
  const { logs, close } = await connect()
  try {
    return await work(logs)
  } finally {
    await close()
  }
}

const hashes = (count: number, byte = 7) => new Uint8Array(hash * count).fill(byte)

/** A note as a log signs it, as far as a store looks. */
function noteOf(size: number, root: string, signatures = '— log AAAA'): string {
  return `log\n${size}\n${root}\n\n${signatures}\n`
}

async function tiles({ log }: LogStores, tally: Tally): Promise<void> {
  const [tree, other] = [log(freshName('log')), log(freshName('log'))]
  demand((await tree.read('tile/0/000')) === undefined, 'a tile that nobody wrote is not there')
  await tally.done(tree.write('tile/0/000.p/3', hashes(3)))
  await tally.done(tree.write('tile/0/000.p/2', hashes(2)))
  await tally.done(tree.write('tile/0/000.p/5', hashes(5)))
  demand(
    (await tree.read('tile/0/000.p/2'))?.length === 2 * hash,
    'a narrower tile is part of a wider one',
  )
  demand((await tree.read('tile/0/000')) === undefined, 'a partial tile is no full one')
  const refuse = async (count: number) => {
    const written = tree.write(`tile/0/000.p/${count}`, hashes(count, 8))
    await tally.refused(written, 'ERR_MERKLE_FORK', 'other hashes')
  }
  for (const count of [1, 5, 9]) await refuse(count)
  await tally.done(tree.write('tile/0/000', hashes(256)))
  demand((await tree.read('tile/0/000'))?.length === 256 * hash, 'a full tile is there')
  await tally.done(tree.write('tile/0/000', hashes(256)))
  await refuse(9)
  demand((await tree.read('tile/0/000.p/9'))?.length === 9 * hash, 'a full tile has narrower ones')
  demand((await other.read('tile/0/000')) === undefined, 'another log has tiles of its own')
  await tally.refused(tree.read('../secret'), 'ERR_ARGUMENT', 'a path of no tile')
}

async function checkpoints({ log }: LogStores, tally: Tally): Promise<void> {
  const { publish, latest } = log(freshName('log'))
  const five = { size: 5, root: 'A' }
  const cosigned = noteOf(5, 'A', '— log AAAA\n— witness \u0000 é')
  demand((await latest()) === undefined, 'a log begins without a checkpoint')
  await tally.expect(publish(noteOf(5, 'A'), five), true, 'a checkpoint')
  await tally.expect(publish(cosigned, five), true, 'a cosigned one')
  demand((await latest()) === cosigned, 'the cosigned one took its place')
  const other = publish(noteOf(5, 'B'), { size: 5, root: 'B' })
  await tally.refused(other, 'ERR_MERKLE_FORK', 'another root')
  const wrong = publish(noteOf(7, 'B'), { size: 9, root: 'B' })
  await tally.refused(wrong, 'ERR_CHECKPOINT_MALFORMED', 'a note of another tree')
  const nine = noteOf(9, 'B')
  await tally.expect(publish(nine, { size: 9, root: 'B' }), true, 'a later one')
  await tally.expect(publish(noteOf(5, 'A'), five), false, 'an earlier one')
  demand((await latest()) === nine, 'the latest is of the largest tree')
}

/**
 * How many yeses each round of a race gave in this process.
 *
 * @example
 * ```ts no-run: it runs in a process of its own
 * process.send?.(await runLogRace(logs, race))
 * ```
 */
export function runLogRace({ log }: LogStores, race: LogRace): Promise<readonly number[]> {
  return runRounds(race, (name, writer) => askLog(log(name), race, writer))
}

/** Each with a history of its own; or of one history, each with more of it. */
async function askLog(log: LogStore, { kind }: LogRace, writer: number): Promise<boolean> {
  const root = crypto.randomUUID()
  const own = crypto.getRandomValues(new Uint8Array(hash))
  const width = Math.min(16 * (writer + 1), 256)
  try {
    if (kind === 'checkpoint') return await log.publish(noteOf(1, root), { size: 1, root })
    if (kind === 'tile') await log.write('tile/0/000.p/1', own)
    else await log.write(width < 256 ? `tile/0/000.p/${width}` : 'tile/0/000', hashes(width))
    return true
  } catch (error) {
    if (isCountersignError(error, 'ERR_MERKLE_FORK')) return false
    throw error
  }
}

function compete(fleet: LogFleet, race: LogRace): Promise<Figures> {
  return runIn(race, fleet.race, () => withLogs(fleet, (logs) => runLogRace(logs, race)))
}

async function growth(fleet: LogFleet): Promise<Figures> {
  const race: LogRace = raceOf('growth', everybody)
  const figures = await compete(fleet, race)
  await withLogs(fleet, async ({ log }) => {
    for (let round = 0; round < race.rounds; round += 1) {
      const tile = await log(`${race.name}-${round}`).read('tile/0/000')
      demand(tile?.length === 256 * hash, 'the widest tile stays')
    }
  })
  return figures
}

async function names({ log }: LogStores, tally: Tally): Promise<void> {
  const fresh = freshName('hostile')
  const short = hostileNames.map((name) => `${name}${fresh}${name}`)
  for (const [index, name] of short.entries())
    await tally.done(log(name).write('tile/0/000.p/1', hashes(1, index)))
  for (const [index, name] of short.entries()) {
    const found = await log(name).read('tile/0/000.p/1')
    demand(found?.[0] === index, 'each name has a log of its own')
  }
  const long = log(`${fresh}${'x'.repeat(2 ** 20 - 100)}`).write('tile/0/000.p/1', hashes(1))
  const code = await long.then(
    () => 'kept',
    (error) => (error as { code?: string }).code,
  )
  demand(code === 'kept' || code === 'ERR_LIMIT_EXCEEDED', `a name that is too long gives ${code}`)
}

async function restart(fleet: LogFleet): Promise<Figures> {
  const tally = new Tally()
  const name = freshName('restart')
  const note = noteOf(256, 'A')
  await withLogs(fleet, async ({ log }) => {
    await tally.done(log(name).write('tile/0/000', hashes(256)))
    await tally.done(log(name).write('tile/1/000.p/1', hashes(1)))
    await tally.expect(log(name).publish(note, { size: 256, root: 'A' }), true, 'a checkpoint')
  })
  await withLogs(fleet, async ({ log }) => {
    const { read, latest } = log(name)
    demand((await read('tile/0/000'))?.length === 256 * hash, 'a full tile is there')
    demand((await read('tile/1/000.p/1'))?.length === hash, 'a partial tile is there')
    demand((await latest()) === note, 'the checkpoint is there')
  })
  return tally.figures()
}
