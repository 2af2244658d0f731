// Everything that CI runs, in the same order; stops at the first fault.
//
// Run: npm run check (`-- --only NAME` runs one step, `-- --list` names them)
//      npm test: the tests alone, all of them even if one fails
//      `-- --dev` on either: engines that are quick to build and slow to run
//      npm run fix: repairs what can be repaired

import { count } from './count.mjs'
import { capture, main, NOT_RUN, Stop, since } from './setup/shell.mjs'
import { setup } from './setup.mjs'
import { checks, fixes, tests } from './steps.mjs'

const modes = {
  check: { steps: [...checks, ...tests], stopAtFault: true },
  fix: { steps: fixes, stopAtFault: true },
  test: { steps: tests, stopAtFault: false },
}

await main(async ([mode, ...args]) => {
  const { steps: all, stopAtFault } = modes[mode]
  if (args.includes('--list')) return console.log(all.map(({ name }) => name).join('\n'))
  const steps = choose(all, args)
  const begin = performance.now()
  const needs = new Set(steps.flatMap((step) => step.needs))
  const ready = await setup([...needs], { dev: args.includes('--dev') })
  const results = await runAll(steps, { env: ready.env, program: ready.node }, stopAtFault)
  summarise(results, since(begin))
  if (results.some(({ failed }) => failed > 0)) throw new Stop('FAILED')
})

function choose(all, args) {
  const at = args.indexOf('--only')
  if (at < 0) return all
  const step = all.find(({ name }) => name === args[at + 1])
  if (!step) throw new Stop(`--only takes one of: ${all.map(({ name }) => name).join(', ')}`)
  return [step]
}

async function runAll(steps, context, stopAtFault) {
  const results = []
  for (const step of steps) {
    const result = await runStep(step, context)
    results.push(result)
    if (result.failed > 0 && stopAtFault) break
  }
  return results
}

/** Runs a step's commands; gives how many of its tests (or commands, if it has no tests) held. */
async function runStep(step, context) {
  const skipped = step.skip?.()
  if (skipped) return { name: step.name, passed: 0, failed: 0, note: skipped }
  const start = performance.now()
  console.log(`\n── ${step.name}`)
  const result = { name: step.name, passed: 0, failed: 0 }
  for (const [program, args, options] of step.commands(context)) {
    const { code, output } = await capture(program, args, {
      ...options,
      env: context.env,
      show: true,
    })
    if (code === NOT_RUN) {
      result.note = output.trim().split('\n').at(-1).replace(/^!! /, '')
      continue
    }
    const counted = count(output)
    result.passed += counted.passed || (code === 0 ? 1 : 0)
    // A test runner that dies counts as one failure even if it had not said so yet.
    result.failed += counted.failed || (code === 0 ? 0 : 1)
    if (code !== 0) console.log(`\`${[program, ...args].join(' ')}\` ended with code ${code}`)
  }
  if (result.passed + result.failed === 0 && !result.note) {
    console.log('nothing ran')
    result.failed = 1
  }
  const verdict = result.failed > 0 ? 'FAILED' : result.note ? 'NOT RUN' : 'ok'
  console.log(`── ${step.name}: ${verdict} (${since(start)})`)
  return { ...result, time: since(start) }
}

function summarise(results, time) {
  console.log('\n')
  for (const { name, passed, failed, time, note } of results) {
    if (note) console.log(`!! ${note}`)
    if (!note || passed + failed > 0)
      console.log(`${name.padEnd(12)}${passed} passed, ${failed} failed (${time})`)
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed in ${time}`)
}
