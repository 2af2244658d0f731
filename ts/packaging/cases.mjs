// Runs the cases of the packaging tests, and says how each went.

import { Stop, since } from '../scripts/setup/shell.mjs'

/** Runs groups of `{ cases: [[name, run]], close? }`, each made by a function; a case fails by throwing. */
export async function runGroups(groups, what) {
  const tally = { passed: 0, failed: 0 }
  for (const group of groups) await runGroup(await group(), tally)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0) throw new Stop(`${what} failed`)
}

async function runGroup({ cases, close }, tally) {
  for (const [name, run] of cases) {
    const start = performance.now()
    try {
      await run()
      tally.passed += 1
      console.log(`ok   ${name} (${since(start)})`)
    } catch (error) {
      tally.failed += 1
      console.log(`FAIL ${name} (${since(start)})\n${error.stack ?? error}`)
    }
  }
  await close?.()
}
