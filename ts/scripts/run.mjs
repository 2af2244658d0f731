// Runs steps of `steps.mjs` and counts what passed.

import { count } from './count.mjs'
import { capture, NOT_RUN, step as progress } from './setup/shell.mjs'
import { sideBySide } from './setup/side.mjs'
import { changeOf } from './steps/counts.mjs'
import { processorSeconds } from './steps/processor.mjs'

/**
 * Runs `steps` in order and gives a result for each: `{ name, passed, failed, skipped, notes, seconds, processor }`.
 * Each of `notes` says what did not run here, why, and the cure; `processor` is missing where it cannot be told.
 *
 * - `context`: goes to each step: `env` and `program` for its commands, `missing` for the parts that this machine lacks.
 * - `stopAtFault`: after a step that failed, no other starts.
 * - `required`: what does not run has failed. Otherwise it is skipped.
 * - `before`: the counts of earlier runs.
 * - `most`: how many steps stand side by side; as many as the machine bears, if it is not given.
 */
export async function runAll(steps, context, options = {}) {
  const results = []
  const halted = () => options.stopAtFault && results.some(({ failed }) => failed > 0)
  for (const batch of batches(steps)) {
    const jobs = batch.map((step) => async () => {
      if (halted()) return
      const heading = headingOf(step, steps, options.before)
      const run = batch.length > 1 ? runBeside : runAlone
      results.push(await run(step, heading, context, options.required))
    })
    await sideBySide(jobs, options.most)
  }
  // Those that stood side by side came as they ended.
  return steps.flatMap(({ name }) => results.filter((result) => result.name === name))
}

/** Neighbours that keep one core busy each are a batch; any other step is a batch of its own. */
function batches(steps) {
  const result = []
  for (const step of steps) {
    const last = result.at(-1)
    if (step.oneCore && last?.[0].oneCore) last.push(step)
    else result.push([step])
  }
  return result
}

function headingOf(step, steps, before = {}) {
  const { seconds } = before[step.name] ?? {}
  const last = seconds === undefined ? '' : `, ${seconds.toFixed(0)} s the last time`
  return `── ${step.name} (${steps.indexOf(step) + 1} of ${steps.length}${last})`
}

/** Runs a step that has the machine, and the screen, for itself. */
async function runAlone(step, heading, context, required) {
  const start = processorSeconds()
  console.log(`\n${heading}`)
  const result = await runStep(step, { ...context, show: true, say: console.log }, required)
  if (start !== undefined) result.processor = processorSeconds() - start
  console.log(endOf(result))
  return result
}

/** Runs a step beside others: what it prints comes in one piece when it ends. */
async function runBeside(step, heading, context, required) {
  const lines = [`\n${heading}`]
  const say = (text) => lines.push(text)
  const result = await progress(step.name, () =>
    runStep(step, { ...context, show: false, say }, required),
  )
  console.log([...lines, endOf(result)].join('\n'))
  return result
}

/** Runs a step's commands; counts which of its tests held, or of its commands if they are no tests. */
async function runStep(step, context, required = false) {
  const start = performance.now()
  const result = { name: step.name, passed: 0, failed: 0, skipped: 0, notes: [] }
  const lacking = step.needs?.map((part) => context.missing[part]).find(Boolean)
  if (lacking) note(result, [lacking])
  else for (const command of step.commands(context)) await runCommand(command, context, result)
  if (result.passed + result.failed + result.notes.length === 0) {
    context.say('nothing ran')
    result.failed = 1
  }
  result[required ? 'failed' : 'skipped'] += result.notes.length
  result.seconds = (performance.now() - start) / 1000
  return result
}

async function runCommand([program, args, options], context, result) {
  const env = { ...context.env, ...options?.env }
  const { code, output } = await capture(program, args, { ...options, env, show: context.show })
  if (!context.show && output) context.say(output.trimEnd())
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
  if (code !== 0) context.say(`\`${[program, ...args].join(' ')}\` ended with code ${code}`)
}

function note(result, reasons) {
  result.notes.push(...reasons.map((why) => `${result.name}: NOT RUN: ${why}`))
}

function endOf(result) {
  return `── ${result.name}: ${verdictOf(result)} (${timeOf(result)})`
}

function verdictOf({ passed, failed, notes }) {
  if (failed > 0) return 'FAILED'
  if (notes.length === 0) return 'ok'
  return passed > 0 ? 'ok, but for what did NOT RUN' : 'NOT RUN'
}

/** Time by the clock, and of the processor where it is known. */
function timeOf({ seconds, processor }) {
  const clock = `${seconds.toFixed(1)} s`
  return processor === undefined ? clock : `${clock}, ${processor.toFixed(1)} s of the processor`
}

/**
 * The end of a run as text: a line for each step, what did not run, what the same steps had `before`, how long all
 * took, and last the sums in a line of their own.
 */
export function summarise(results, before, whole) {
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
    `took ${timeOf(whole)}`,
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
