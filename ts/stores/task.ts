// Tasks for four processes at once.

import { type ChildProcess, fork } from 'node:child_process'

import type { LogRace, Race } from 'countersign/stores/contract'

import type { Growth } from './growth.js'
import type { Storm } from './storm.js'
import type { LogTarget } from './target.js'
import type { Judging } from './verifiers.js'

export const processes = 4

/** What a process is to do. */
export type Task =
  | { readonly kind: 'race'; readonly race: Race }
  | { readonly kind: 'logRace'; readonly race: LogRace }
  | Growth
  | Storm
  | Judging

/** What it tells: how far it is, or what came out. */
export type Answer = { readonly progress: number } | { readonly done: readonly number[] }

const child = new URL('./child.js', import.meta.url)

/** Does a task in as many processes, and gives the outcome of each. A process that was killed has none. */
export async function inProcesses(
  target: LogTarget,
  task: Task,
  onProgress: (progress: number, children: readonly ChildProcess[]) => void = () => {},
): Promise<readonly (readonly number[])[]> {
  const children = Array.from({ length: processes }, () => fork(child))
  return Promise.all(
    children.map((process) => outcome(process, target, task, (done) => onProgress(done, children))),
  )
}

function outcome(
  process: ChildProcess,
  target: LogTarget,
  task: Task,
  onProgress: (progress: number) => void,
): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    let found: readonly number[] = []
    process.on('message', (answer: Answer) => {
      if ('progress' in answer) onProgress(answer.progress)
      else found = answer.done
    })
    process.on('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve(found)
        : reject(new Error(`a process of the task ended with ${code ?? signal}`)),
    )
    process.send({ target, task })
  })
}
