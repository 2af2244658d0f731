// Runs steps of `steps.mjs` and counts what passed.

import { count } from './count.mjs'
import { capture, NOT_RUN, since } from './setup/shell.mjs'

/**
 * Runs `steps` in order and gives a result for each.
 *
 * `context` goes to each step: `env` and `program` for its commands, `missing` for what cannot run here. A
 * step in `required` that does not run has failed.
 */
export async function runAll(steps, context, { stopAtFault = false, required = [] } = {}) {
  const results = []
  for (const step of steps) {
    const result = await runStep(step, context)
    if (result.note && required.includes(step)) result.failed += 1
    results.push(result)
    if (result.failed > 0 && stopAtFault) break
  }
  return results
}

/** Runs a step's commands; gives how many of its tests (or commands, if it has no tests) held. */
async function runStep(step, context) {
  const skipped = step.skip?.(context)
  if (skipped) return { name: step.name, passed: 0, failed: 0, note: skipped, time: '0 s' }
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

/** Prints a line for each step that ran, and says which did not. */
export function summarise(results, time) {
  console.log('\n')
  for (const { name, passed, failed, time, note } of results) {
    if (note) console.log(`!! ${note}`)
    if (!note || passed + failed > 0)
      console.log(`${name.padEnd(12)}${passed} passed, ${failed} failed (${time})`)
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed in ${time}`)
}
