// The commands that run steps of `steps.mjs`. What `npm run check` prints ends with how many tests passed and failed.
//
// Run: npm run check: every step of the first tier, stops at the first fault
//      npm test: its tests alone, all of them even if one fails
//      `-- --all` on either: the second tier too
//      `-- --only NAME[,NAME]` on either: these steps, of either tier; `-- --list` names them
//      `-- --system` on either: packages of the system may be installed, as in CI
//      `-- --dev` on either: engines that are quick to build and slow to run
//      npm run fix: repairs what can be repaired
//      npm run freeze: writes the tables of frozen verdicts anew (`-- --only vectors|tests|pages|rust` for some)

import { runAll, summarise } from './run.mjs'
import { main, since } from './setup/shell.mjs'
import { mayInstall } from './setup/system.mjs'
import { setup } from './setup.mjs'
import { choose, list, readOptions } from './steps/choose.mjs'
import { readCounts, saveCounts } from './steps/counts.mjs'
import { fixes, freezes } from './steps/others.mjs'
import { processorSeconds } from './steps/processor.mjs'
import { tests } from './steps/tests.mjs'
import { steps } from './steps.mjs'

const modes = {
  check: { all: steps, stopAtFault: true, counted: true },
  fix: { all: fixes, stopAtFault: true },
  freeze: { all: freezes, stopAtFault: true, env: { COUNTERSIGN_FREEZE: '1' } },
  test: { all: tests, stopAtFault: false, counted: true },
}

await main(async ([name, ...args]) => {
  const mode = modes[name]
  const options = readOptions(args)
  if (options.list) return console.log(list(mode.all))
  const chosen = choose(mode.all, options)
  const begin = performance.now()
  const context = await prepare(chosen, options, mode.env)
  console.log(`set up in ${since(begin)}`)
  const before = mode.counted ? readCounts() : {}
  // CI has what every step needs, or gets it: there, not to run is to fail.
  const required = process.env.CI === 'true'
  const results = await runAll(chosen, context, { ...mode, required, before })
  if (mode.counted) saveCounts(results)
  const whole = { seconds: (performance.now() - begin) / 1000, processor: processorSeconds() }
  console.log(`\n\n${summarise(results, before, whole)}`)
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1
})

/** Makes what the steps need; gives what their commands get. */
async function prepare(chosen, { dev, system }, env) {
  const parts = new Set(chosen.flatMap(({ needs, wants = [] }) => [...needs, ...wants]))
  const ready = await setup([...parts], { dev, system: mayInstall({ system }) })
  return { env: { ...ready.env, ...env }, program: ready.node, missing: ready.missing }
}
