// Everything that CI runs, in the same order; stops at the first fault.
//
// Run: npm run check (`-- --only NAME` runs one step of either tier, `-- --list` names them)
//      npm test: the tests alone, all of them even if one fails
//      `-- --all` on either: the second tier too
//      `-- --system` on either: packages of the system may be installed, as in CI
//      `-- --dev` on either: engines that are quick to build and slow to run
//      npm run fix: repairs what can be repaired
//      npm run freeze: writes the tables of frozen verdicts anew (`-- --only vectors|tests|pages|rust` for one)

import { runAll, summarise } from './run.mjs'
import { mayInstall } from './setup/drivers.mjs'
import { main, Stop, since } from './setup/shell.mjs'
import { setup } from './setup.mjs'
import { checks, fixes, freezes, more, tests } from './steps.mjs'

const modes = {
  check: { first: [...checks, ...tests], second: more, stopAtFault: true },
  fix: { first: fixes, second: [], stopAtFault: true },
  freeze: { first: freezes, second: [], stopAtFault: true, env: { COUNTERSIGN_FREEZE: '1' } },
  test: { first: tests, second: more, stopAtFault: false },
}

await main(async ([mode, ...args]) => {
  const { first, second, stopAtFault, env } = modes[mode]
  if (args.includes('--list')) return console.log(list(first, second))
  const steps = choose(first, second, args)
  const begin = performance.now()
  const needs = new Set(steps.flatMap((step) => step.needs))
  const ready = await setup([...needs], { dev: args.includes('--dev'), system: mayInstall(args) })
  const context = { env: { ...ready.env, ...env }, program: ready.node, missing: ready.missing }
  // CI has what the second tier needs, or gets it: there, not to run is to fail.
  const required = process.env.CI === 'true' ? second : []
  const results = await runAll(steps, context, { stopAtFault, required })
  summarise(results, since(begin))
  if (results.some(({ failed }) => failed > 0)) throw new Stop('FAILED')
})

function list(first, second) {
  const marked = second.map(({ name }) => `${name} (--all)`)
  return [...first.map(({ name }) => name), ...marked].join('\n')
}

function choose(first, second, args) {
  const all = [...first, ...second]
  const at = args.indexOf('--only')
  if (at < 0) return args.includes('--all') ? all : first
  const step = all.find(({ name }) => name === args[at + 1])
  if (!step) throw new Stop(`--only takes one of: ${all.map(({ name }) => name).join(', ')}`)
  return [step]
}
