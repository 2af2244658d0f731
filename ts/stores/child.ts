// A process that opens a store and does one task with it. What it was told, and what it gives, are messages.

import { runLogRace, runRace } from 'countersign/stores/contract'

import { growLog } from './growth.js'
import { insist } from './insist.js'
import { runStorm } from './storm.js'
import { connect, connectLogs, type LogTarget, type Target } from './target.js'
import type { Answer, Task } from './task.js'
import { judge } from './verifiers.js'

type Told = { target: LogTarget; task: Task }

process.once('message', async ({ target, task }: Told) => {
  const tell = (answer: Answer) => process.send?.(answer)
  const onProgress = (progress: number) => tell({ progress })
  if (task.kind === 'logRace' || task.kind === 'growth') {
    const { logs, close } = await connectLogs(target)
    if (task.kind === 'logRace') tell({ done: await runLogRace(logs, task.race) })
    else tell({ done: await growLog(logs, task, onProgress) })
    await close()
  } else {
    // Its server may be killed for the others before this process has opened it.
    const { stores, close } = await insist(() => connect(target as Target))
    if (task.kind === 'race') tell({ done: await runRace(stores, task.race) })
    if (task.kind === 'storm') tell({ done: await runStorm(stores, task, onProgress) })
    if (task.kind === 'judge') tell({ done: await judge(stores, task) })
    await close()
  }
  process.disconnect()
})
