// Runs steps of `steps.mjs` and counts what passed.

import { count } from './count.mjs'
import { capture, NOT_RUN } from './setup/shell.mjs'
import { changeOf } from './steps/counts.mjs'
import { processorSeconds } from './steps/processor.mjs'

/**
 * Runs `steps` in order and gives a result for each: `{ name, passed, failed, skipped, notes, seconds, processor }`.
 * Each of `notes` says what did not run here, why, and the cure.
 *
 * - `context`: goes to each step: `env` and `program` for its commands, `missing` for the parts that this machine lacks.
 * - `stopAtFault`: the steps after one that failed do not run.
 * - `required`: what does not run has failed. Otherwise it is skipped.
 * - `before`: the counts of earlier runs.
 */
export async function runAll(steps, context, options = {}) {
  const { stopAtFault = false, required = false, before = {} } = options
  const results = []
  for (const [index, step] of steps.entries()) {
    const place = `${index + 1} of ${steps.length}`
    const last = before[step.name]
      ? `, ${before[step.name].seconds.toFixed(0)} s the last time`
      : ''
    console.log(`\n── ${step.name} (${place}${last})`)
    const result = await runStep(step, context)
    result[required ? 'failed' : 'skipped'] += result.notes.length
    results.push(result)
    console.log(`── ${step.name}: ${verdictOf(result)} (${timeOf(result)})`)
    if (result.failed > 0 && stopAtFault) break
  }
  return results
}

/** Runs a step's commands; counts which of its tests held, or of its commands if they are no tests. */
async function runStep(step, context) {
  const [start, startProcessor] = [performance.now(), processorSeconds()]
  const result = { name: step.name, passed: 0, failed: 0, skipped: 0, notes: [] }
  const lacking = step.needs?.map((part) => context.missing[part]).find(Boolean)
  if (lacking) note(result, [lacking])
  else for (const command of step.commands(context)) await runCommand(command, context, result)
  if (result.passed + result.failed + result.notes.length === 0) {
    console.log('nothing ran')
    result.failed = 1
  }
  result.seconds = (performance.now() - start) / 1000
  if (startProcessor !== undefined) result.processor = processorSeconds() - startProcessor
  return result
}

async function runCommand([program, args, options], context, result) {
  const env = { ...context.env, ...options?.env }
  const { code, output } = await capture(program, args, { ...options, env, show: true })
  note(
    result,
    [...output.matchAll(/^!! (.*)$/gm)].map(([, why]) => why),
  )
  if (code === NOT_RUN) return
  const counted = count(output)
  result.passed += counted.passed || (code === 0 ? 1 : 0)
  // A test runner that dies counts as one failure even if it had not said so yet.
  result.failed += counted.failed || (code === 0 ? 0 : 1)
  result.skipped += counted.skipped
  if (code !== 0) console.log(`\`${[program, ...args].join(' ')}\` ended with code ${code}`)
}

function note(result, reasons) {
  result.notes.push(...reasons.map((why) => `${result.name}: NOT RUN: ${why}`))
}

function verdictOf({ passed, failed, notes }) {
  if (failed > 0) return 'FAILED'
  if (notes.length === 0) return 'ok'
  return passed > 0 ? 'ok, but for what did NOT RUN' : 'NOT RUN'
}

function timeOf({ seconds, processor }) {
  const clock = `${seconds.toFixed(1)} s`
  return processor === undefined ? clock : `${clock}, ${processor.toFixed(1)} s of the processor`
}

/**
 * The end of a run as text: a line for each step, what did not run, what changed against `before`, and last the sums
 * in a line of their own.
 */
export function summarise(results, before, time) {
  const width = Math.max(...results.map(({ name }) => name.length)) + 2
  const rows = results.map((result) => {
    const { name, passed, failed, skipped } = result
    const change = failed > 0 ? '' : changeOf(result, before[name])
    return `${name.padEnd(width)}${sums({ passed, failed, skipped })} (${timeOf(result)})${change}`
  })
  const failures = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
  return [
    ...rows,
    '',
    ...results.flatMap(({ notes }) => notes.map((why) => `!! ${why}`)),
    ...(failures.length > 0 ? [`FAILED: ${failures.join(', ')}`] : []),
    ...earlier(results, before),
    `took ${time}`,
    sums(totals(results)),
  ].join('\n')
}

/** What the same steps had when they last held; nothing where no run is known. */
function earlier(results, before) {
  const known = results.map(({ name }) => before[name]).filter(Boolean)
  if (known.length === 0) return []
  const some = known.length < results.length ? ` in ${known.length} of these steps` : ''
  return [`before: ${sums(totals(known))}${some}`]
}

function totals(counts) {
  const total = (key) => counts.reduce((sum, { [key]: count = 0 }) => sum + count, 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

function sums({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
