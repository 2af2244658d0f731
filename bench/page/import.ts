/**
 * Results from elsewhere: a file, or pasted text. Both are checked whole before a part is shown.
 *
 * @module
 */

import { readResult } from '../result.js'
import { byId } from './dom.js'
import { draw } from './results.js'
import { add } from './store.js'

/** Larger files are not read. */
const largest = 64 << 20

/** Connects the form; `done` is told which results came. */
export function listen(done: (text: string) => void): void {
  byId('import').addEventListener('submit', async (event) => {
    event.preventDefault()
    const problem = byId('import-problem')
    problem.textContent = ''
    try {
      done(`Result ${(await addPicked()).letter} was added.`)
      byId<HTMLFormElement>('import').reset()
    } catch (error) {
      problem.textContent = `Not added: ${(error as Error).message}`
    }
    draw()
  })
}

/** Adds what the form holds: the file, if one was picked. */
async function addPicked(): Promise<ReturnType<typeof add>> {
  const file = byId<HTMLInputElement>('file').files?.[0]
  const pasted = byId<HTMLTextAreaElement>('paste').value
  if (!file && pasted.trim() === '') throw new Error('pick a file, or paste its text.')
  if (file && file.size > largest) throw new Error('the file is larger than 64 MB.')
  const name = file?.name.slice(0, 80) ?? 'pasted'
  const result = readResult(file ? await file.text() : pasted)
  return add({ result, name, origin: 'file' })
}
