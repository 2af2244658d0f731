// What every store is put through: the contract in four processes, and the real verifiers.

import { randomUUID } from 'node:crypto'

import { type Figures, logContract, storeContract } from 'countersign/stores/contract'

import { type Growth, judgeGrowth } from '../growth.js'
import { line, must, sound } from '../report.js'
import { judgeStorm, type Storm } from '../storm.js'
import { connect, connectLogs, type LogTarget, nameOf, type Target } from '../target.js'
import { inProcesses } from '../task.js'
import { prepare, rows } from '../verifiers.js'

/** The contract, and the verifiers. */
export async function everything(target: Target): Promise<void> {
  const cases = storeContract({
    connect: (options) => connect(target, options),
    race: (race) => inProcesses(target, { kind: 'race', race }),
  })
  for (const { name, run } of cases) await line(nameOf(target), name, run)
  await everyLog(target)
  await line(nameOf(target), 'a process killed while it writes', () =>
    stormed(target, 1000, async (kill) => kill()),
  )
  await verifiers(target)
}

/** The contract of logs, and processes of which one is killed while they write. */
export async function everyLog(target: LogTarget): Promise<void> {
  const cases = logContract({
    connect: () => connectLogs(target),
    race: (race) => inProcesses(target, { kind: 'logRace', race }),
  })
  for (const { name, run } of cases) await line(nameOf(target), name, run)
  await line(nameOf(target), 'a process killed while a log grows', () => grown(target))
}

/** Four processes write the same log; after some of it, `fault` is put in. By itself, one of them is killed. */
export async function grown(
  target: LogTarget,
  fault: (kill: () => void) => unknown = (kill) => kill(),
): Promise<Figures> {
  const growth: Growth = { kind: 'growth', name: randomUUID(), tiles: 12 }
  let faulted: Promise<unknown> | undefined
  const acknowledged = await inProcesses(target, growth, (tile, children) => {
    if (tile > growth.tiles / 4)
      faulted ??= Promise.resolve(fault(() => void children[0]?.kill('SIGKILL')))
  })
  must(faulted !== undefined, 'the fault was put in')
  await faulted
  const { logs, close } = await connectLogs(target)
  try {
    return sound(await judgeGrowth(logs, growth, acknowledged))
  } finally {
    await close()
  }
}

async function verifiers(target: Target): Promise<void> {
  const { stores, close } = await connect(target)
  const found = await inProcesses(target, await prepare(stores))
  await close()
  for (const [row, [name, most]] of rows.entries())
    await line(nameOf(target), name, async () => {
      const accepted = found.reduce((sum, counts) => sum + (counts[row] ?? 0), 0)
      must(accepted === most, `${accepted} were accepted, and not ${most}`)
      return { asked: found.length * 8, accepted }
    })
}

/** Four processes ask for the same marks; after some of them, `fault` is put in. */
export async function stormed(
  target: Target,
  marks: number,
  fault: (kill: () => void) => Promise<void>,
): Promise<Figures> {
  const storm: Storm = { kind: 'storm', name: randomUUID(), marks }
  let faulted: Promise<void> | undefined
  const won = await inProcesses(target, storm, (asked, children) => {
    if (asked > marks / 4) faulted ??= fault(() => void children[0]?.kill('SIGKILL'))
    // Also if the processes fail, the fault ends before its server is taken away.
  }).finally(() => faulted)
  must(faulted !== undefined, 'the fault was put in')
  const { stores, close } = await connect(target)
  try {
    return sound(await judgeStorm(stores, storm, won))
  } finally {
    await close()
  }
}
