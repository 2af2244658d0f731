// A process that opens a store and does one task with it. What it was told, and what it gives, are messages.

import { runRace } from 'countersign/stores/contract'

import { runStorm } from './storm.js'
import { open } from './target.js'
import type { Answer, Task } from './task.js'
import { judge } from './verifiers.js'

process.once(
  'message',
  async ({ target, task }: { target: Parameters<typeof open>[0]; task: Task }) => {
    const { stores, close } = await open(target)
    const tell = (answer: Answer) => process.send?.(answer)
    if (task.kind === 'race') tell({ done: await runRace(stores, task.race) })
    if (task.kind === 'storm')
      tell({ done: await runStorm(stores, task, (progress) => tell({ progress })) })
    if (task.kind === 'judge') tell({ done: await judge(stores, task) })
    await close()
    process.disconnect()
  },
)
