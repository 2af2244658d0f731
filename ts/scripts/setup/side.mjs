// Jobs side by side, as many as the machine bears.

import { availableParallelism, totalmem } from 'node:os'

/** The compiler takes up to this much to optimise an engine. */
const jobBytes = 3e9

/**
 * Runs `jobs`, functions that give promises, in their order, and gives what they give.
 *
 * Once one fails, no other starts; it throws when those that run have ended, so that none outlives it.
 */
export async function sideBySide(jobs, most = atOnce()) {
  const waiting = [...jobs.entries()]
  const results = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, job] = next
      try {
        results[at] = await job()
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: most }, work))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
  return results
}

function atOnce() {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / jobBytes)))
}
