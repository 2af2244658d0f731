// Puts faults into a copy of the core, one awake at a time, and says which no test notices.
//
//   npm run mutants                                300 drawn over all that decides
//   npm run mutants -- --count 30 --seed 7         as many, by another lot
//   npm run mutants -- grant/authorize.rs          every mutant of a file
//   npm run mutants -- --since main                every mutant in the lines that differ from a commit
//
// A mutant is a small fault: a condition that is always false, `||` for `&&`, a check whose answer is not looked
// at, a function that returns at once (`rust/mutants`). All of a draw are in one build, asleep; a variable of the
// environment wakes one. Each runs the Rust tests of its feature that reach it; those that live run its TypeScript
// tests, on the native addon (`ts/scripts/mutants/features.mjs` says what belongs to what).
//
// Every mutant must be noticed, or stand in rust/mutants.txt with the reason why it changes nothing. One that makes a
// test hang, or take all memory, is noticed.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildTests, check, settle } from './mutants/build.mjs'
import { candidates, parse } from './mutants/choose.mjs'
import { featureOf, rustTests } from './mutants/features.mjs'
import { inParallel, noticed, survey, test } from './mutants/judge.mjs'
import { copy, plant, plantAlone, tool } from './mutants/tree.mjs'
import { secondRound } from './mutants/typescript.mjs'
import { cache, main, root, Stop, step } from './setup/shell.mjs'
import { setup } from './setup.mjs'

/** More candidates than are asked for, since some do not compile. */
const spare = 1.6

await main(async (args) => {
  const options = parse(args)
  Object.assign(process.env, (await setup(['packages', 'rust'])).env)
  const all = await candidates(tool, options)
  if (!options.narrowed) refuseOld(all)
  const some = all.slice(0, Math.ceil(options.count * spare)).map(numbered)
  if (some.length === 0) return console.log('no mutants there')
  const { drawn, alone } = await step(`planting ${some.length} mutants`, () =>
    take(some, options.count),
  )
  await firstRound(drawn)
  const reasons = known()
  const living = drawn.filter(({ by, key }) => !by && !reasons.has(key))
  if (living.length > 0) await secondRound(living)
  // Last, since these change the copy.
  for (const mutant of alone) await judgeAlone(mutant)
  report(
    [...drawn, ...alone].filter(({ unviable }) => !unviable),
    all.length,
    options,
  )
})

function numbered(mutant, at) {
  return { ...mutant, number: at + 1 }
}

/** The first `count` of those that compile. */
async function take(some, count) {
  await copy()
  const { living, alone } = await settle(some)
  const chosen = new Set([...living, ...alone].sort((a, b) => a.number - b.number).slice(0, count))
  const drawn = living.filter((mutant) => chosen.has(mutant))
  await plant(drawn)
  return { drawn, alone: alone.filter((mutant) => chosen.has(mutant)) }
}

/** The Rust tests. */
async function firstRound(drawn) {
  const testsOf = (mutant) => ['lib', ...rustTests(featureOf(mutant.file))]
  const names = new Set(drawn.flatMap(testsOf))
  const programs = await step('building the tests', () => buildTests([...names]))
  const known = await step('running them with all mutants asleep', () => survey(programs))
  let done = 0
  await step(`waking ${drawn.length} mutants, one at a time`, () =>
    inParallel(drawn, async (mutant) => {
      mutant.by = await noticed(mutant, testsOf(mutant), known)
      if (!mutant.by) console.error(`  lives so far: ${mutant.key}`)
      done++
      if (done % 25 === 0) console.error(`  ${done} of ${drawn.length}`)
    }),
  )
}

/** A mutant that cannot sleep has a build of its own, and the Rust tests alone. */
async function judgeAlone(mutant) {
  await plantAlone(mutant)
  if ((await check()).length > 0) {
    mutant.unviable = true
    return
  }
  const programs = await buildTests(['lib', ...rustTests(featureOf(mutant.file))])
  for (const [name, program] of programs)
    if (!mutant.by && !(await test(program, {}, 600_000)).passed) mutant.by = name
}

/** A row about code that is no longer there says nothing. */
function refuseOld(all) {
  const keys = new Set(all.map(({ key }) => key))
  const old = [...known()].filter((key) => !keys.has(key))
  if (old.length > 0) throw new Stop(`rust/mutants.txt has what is not there:\n${old.join('\n')}`)
}

function report(drawn, of, { seed }) {
  const reasons = known()
  const lives = drawn.filter(({ by }) => !by)
  const open = lives.filter(({ key }) => !reasons.has(key))
  writeFileSync(join(cache, 'mutants/last.json'), JSON.stringify(drawn, null, 2))
  for (const { key, line } of lives)
    console.log(`${reasons.has(key) ? 'known' : 'LIVES'} ${key}  (line ${line})`)
  const caught = drawn.length - lives.length
  const inTypescript = drawn.filter(({ by }) => by?.startsWith('ts:')).length
  const share = ((100 * caught) / drawn.length).toFixed(1)
  console.log(
    `${drawn.length} mutants of ${of} (seed ${seed}): ${caught} caught (${share} %), ${inTypescript} of them by the TypeScript tests alone; ` +
      `${lives.length - open.length} live for a known reason, ${open.length} without one`,
  )
  if (open.length > 0)
    throw new Stop(
      'Write a test that fails, or a line in rust/mutants.txt that says why the mutant changes nothing.',
    )
}

/** Names of the mutants that live for a reason, which stands below each, indented. */
function known() {
  const lines = readFileSync(join(root, 'rust/mutants.txt'), 'utf8').split('\n')
  return new Set(
    lines.filter((line, at) => /^[^#\s]/.test(line) && /^ +\S/.test(lines[at + 1] ?? '')),
  )
}
