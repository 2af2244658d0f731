// What every store is put through: the contract in four processes, and the real verifiers.

import { randomUUID } from 'node:crypto'

import { type Figures, storeContract } from 'countersign/stores/contract'

import { line, must, sound } from '../report.js'
import { judgeStorm, type Storm } from '../storm.js'
import { open, type Target } from '../target.js'
import { inProcesses } from '../task.js'
import { prepare, rows } from '../verifiers.js'

/** The contract, and the verifiers. */
export async function everything(target: Target): Promise<void> {
  const cases = storeContract({
    open: (options) => open(target, options),
    race: (race) => inProcesses(target, { kind: 'race', race }),
  })
  for (const { name, run } of cases) await line(target.kind, name, run)
  await verifiers(target)
}

async function verifiers(target: Target): Promise<void> {
  const { stores, close } = await open(target)
  const found = await inProcesses(target, await prepare(stores))
  await close()
  for (const [row, [name, most]] of rows.entries())
    await line(target.kind, name, async () => {
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
  })
  must(faulted !== undefined, 'the fault was put in')
  await faulted
  const { stores, close } = await open(target)
  try {
    return sound(await judgeStorm(stores, storm, won))
  } finally {
    await close()
  }
}
