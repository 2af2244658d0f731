// The list of steps, what is chosen of it, and what is counted.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { consumers } from '../../packaging/consumers.mjs'
import { count } from '../count.mjs'
import { summarise } from '../run.mjs'
import { browser } from '../setup/browser.mjs'
import { prepareDriver } from '../setup/drivers.mjs'
import { noFuzzer } from '../setup/fuzzer.mjs'
import { capture, NOT_RUN, root, Stop } from '../setup/shell.mjs'
import { mayInstall } from '../setup/system.mjs'
import { choose, list, nearest, readOptions } from '../steps/choose.mjs'
import { changeOf, readCounts, saveCounts } from '../steps/counts.mjs'
import { fixes, freezes } from '../steps/others.mjs'
import { processorSeconds } from '../steps/processor.mjs'
import { steps } from '../steps.mjs'

const names = (chosen) => chosen.map(({ name }) => name)

/** Runs steps in a process of its own, since this one prints what they print; `list` is code that gives them. */
async function ran(list, options = {}) {
  const module = new URL('../run.mjs', import.meta.url)
  const script = `
    import { runAll } from '${module}'
    const step = (name, code, more) => ({ name, commands: () => [[process.execPath, ['-e', code]]], ...more })
    const context = { env: {}, missing: { tool: 'no such program' } }
    console.log(JSON.stringify(await runAll(${list}, context, ${JSON.stringify(options)})))`
  const { output } = await capture(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(output.trim().split('\n').at(-1))
}

/** The environment with other variables, while `work` runs. */
async function withVariables(variables, work) {
  const kept = Object.keys(variables).map((name) => [name, process.env[name]])
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const [name, value] of kept)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

test('each step has a name of its own, a tier, and parts that the set-up knows', () => {
  assert.equal(new Set(names(steps)).size, steps.length)
  const table = readFileSync(join(root, 'ts/scripts/setup.mjs'), 'utf8')
  const parts = [...table.matchAll(/^\/\/ \| ([\w, -]+) \| /gm)].flatMap(([, row]) =>
    row.split(', '),
  )
  for (const { name, tier, needs, wants = [] } of steps) {
    assert([1, 2].includes(tier), name)
    for (const part of [...needs, ...wants]) assert(parts.includes(part), `${name} needs ${part}`)
  }
})

test('the first tier is what every change must hold, and the second adds to it', () => {
  const first = names(choose(steps, {}))
  for (const name of ['rust', 'wasm', 'native', 'wasm-fma', 'browser', 'conformance', 'packaging'])
    assert(first.includes(name), name)
  const all = names(choose(steps, { all: true }))
  assert.deepEqual(
    all.filter((name) => !first.includes(name)),
    [
      'unsplit',
      'consumers',
      'firefox',
      'webkit',
      'stores',
      'signers',
      'apps',
      'natives',
      'mutants',
      'fuzz',
      'timing',
      'long',
    ],
  )
  assert.deepEqual(all, names(steps))
})

test('the first tier has six consumers of the package, the second the others', () => {
  const of = (tier) => consumers.filter((consumer) => consumer.tier === tier)
  assert.equal(of(1).length, 6)
  assert(of(2).length > 0)
  assert.equal(of(1).length + of(2).length, consumers.length)
})

test('steps are chosen by name, of either tier, in the order of the list', () => {
  const { only } = readOptions(['--only', 'webkit,format', '--only', 'rust'])
  assert.deepEqual(names(choose(steps, { only })), ['format', 'rust', 'webkit'])
  assert.deepEqual(names(choose(freezes, { only: ['pages'] })), ['pages'])
  assert.equal(choose(freezes, {}).length, freezes.length)
  assert.equal(choose(fixes, {}).length, fixes.length)
})

test('a wrong name is told the nearest and all others, and a wrong option the right ones', () => {
  assert.throws(
    () => choose(steps, { only: ['rust', 'pakaging', 'wasm-fam'] }),
    (error) =>
      error instanceof Stop &&
      error.message.includes('no step "pakaging"; the nearest is "packaging"') &&
      error.message.includes('no step "wasm-fam"; the nearest is "wasm-fma"') &&
      error.message.endsWith(names(steps).join(', ')),
  )
  assert.equal(nearest('clipy', names(steps)), 'clippy')
  for (const args of [['--al'], ['firefox'], ['--only']])
    assert.throws(
      () => readOptions(args),
      (error) => error instanceof Stop && /options are --all, /.test(error.message),
    )
  assert.match(list(steps), /^format\n[\s\S]*\nfirefox \(--all\)\n/)
})

test('counts are read from each runner', () => {
  const read = (text, ...numbers) => {
    const { passed, failed, skipped } = count(text)
    assert.deepEqual([passed, failed, skipped], numbers, text)
  }
  read(
    'test result: ok. 3 passed; 0 failed; 2 ignored\ntest result: FAILED. 2 passed; 1 failed; 0 ignored\n',
    ...[5, 1, 2],
  )
  read('\u001b[2m      Tests \u001b[22m 1 failed | 34 passed | 2 skipped (37)\n', 34, 1, 2)
  const areas = 'jcs: 4 passed, 0 failed, 0 skipped\ndid: 7 passed, 2 failed, 3 skipped\n'
  read(`${areas}wasm: 11 passed, 2 failed, 3 skipped\n`, 11, 2, 3)
  read('5 passed, 1 failed\n', 5, 1, 0)
  read('# tests 6\n# pass 5\n# fail 1\n# cancelled 0\n# skipped 2\n', 5, 1, 2)
  read('ℹ pass 5\nℹ fail 0\n', 5, 0, 0)
  read('built\n', 0, 0, 0)
})

test('a check that cannot be made says so, and does not end as one that held', async () => {
  const module = new URL('../setup/shell.mjs', import.meta.url)
  const script = `import { notRun } from '${module}'; notRun('no such tool')`
  const { code, output } = await capture(process.execPath, ['--input-type=module', '-e', script])
  assert.deepEqual([code, output.trim()], [NOT_RUN, '!! no such tool'])
})

test('what is not installed is named with its cure', async () => {
  await withVariables({ PATH: '', CI: '', COUNTERSIGN_NO_BROWSER: '1' }, async () => {
    for (const family of ['firefox', 'webkit'])
      assert.match(
        await prepareDriver(family),
        new RegExp(`apt-get install .*npm run check -- --only ${family} --system`),
      )
    assert.match(await noFuzzer(), /apt-get install g\+\+/)
    assert.match((await browser()).lacking, /COUNTERSIGN_NO_BROWSER=1/)
    assert.deepEqual([mayInstall(), mayInstall({ system: true })], [false, true])
  })
  await withVariables({ CI: 'true' }, () => assert(mayInstall()))
})

test('what does not run is counted as skipped, and has failed where all must run', async () => {
  const run = (options) =>
    ran(
      `[
        step('absent', '', { needs: ['tool'] }),
        step('unable', "console.log('!! no tool'); process.exit(${NOT_RUN})"),
        step('partly', "console.log('2 passed, 0 failed'); console.log('!! no browser')"),
      ]`,
      options,
    )
  const seen = (results) => results.map(({ passed, failed, skipped }) => [passed, failed, skipped])
  const results = await run()
  assert.deepEqual(seen(results), [
    [0, 0, 1],
    [0, 0, 1],
    [2, 0, 1],
  ])
  assert.deepEqual(
    results.flatMap(({ notes }) => notes),
    ['absent: NOT RUN: no such program', 'unable: NOT RUN: no tool', 'partly: NOT RUN: no browser'],
  )
  assert.deepEqual(seen(await run({ required: true })), [
    [0, 1, 0],
    [0, 1, 0],
    [2, 1, 0],
  ])
  assert.equal((await run({ required: true, stopAtFault: true })).length, 1)
})

test('a step that runs nothing has failed, and so has one whose program dies', async () => {
  const results = await ran(
    `[{ name: 'empty', commands: () => [] }, step('dies', 'process.exit(3)')]`,
  )
  assert.deepEqual(
    results.map(({ failed }) => failed),
    [1, 1],
  )
})

test('steps that keep one core busy run side by side, and their results keep the order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-beside-'))
  const mark = JSON.stringify(join(folder, 'second'))
  // The first ends once the second has begun; the limit is for a hang.
  const first = `const fs = require('node:fs')
    const end = Date.now() + 120_000
    while (!fs.existsSync(${mark})) if (Date.now() > end) process.exit(1)`
  const second = `require('node:fs').writeFileSync(${mark}, '')`
  try {
    const results = await ran(
      `[
        step('first', ${JSON.stringify(first)}, { oneCore: true }),
        step('second', ${JSON.stringify(second)}, { oneCore: true }),
        step('fails', 'process.exit(1)', { oneCore: true }),
        step('after', ''),
      ]`,
      { stopAtFault: true, most: 2 },
    )
    assert.deepEqual(
      results.map(({ name, failed }) => [name, failed]),
      [
        ['first', 0],
        ['second', 0],
        ['fails', 1],
      ],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the summary ends with the sums, alone in the last line', () => {
  const result = (name, more) => ({
    ...{ name, passed: 2, failed: 0, skipped: 0, notes: [], seconds: 1.25 },
    ...more,
  })
  const results = [result('a-rather-long-name', { passed: 241, processor: 2 }), result('rust')]
  const text = summarise(results, {}, { seconds: 3, processor: 2 })
  assert.match(
    text,
    /^a-rather-long-name {2}241 passed, 0 failed \(1\.3 s, 2\.0 s of the processor\)$/m,
  )
  assert.match(text, /^rust {16}2 passed/m)
  assert.match(text, /^took 3\.0 s, 2\.0 s of the processor$/m)
  assert.equal(text.split('\n').at(-1), '243 passed, 0 failed')
  const worse = summarise(
    [result('rust', { failed: 1, skipped: 3, notes: ['x: NOT RUN'] })],
    {},
    { seconds: 3 },
  )
  assert.match(worse, /\n!! x: NOT RUN\nFAILED: rust\n/)
  assert.equal(worse.split('\n').at(-1), '2 passed, 1 failed, 3 skipped')
})

test('a test that went missing is seen in the next run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-counts-'))
  const path = join(folder, 'counts.json')
  const result = (name, passed, more = {}) => ({
    ...{ name, passed, failed: 0, skipped: 0, notes: [], seconds: 1 },
    ...more,
  })
  try {
    assert.deepEqual(readCounts(path), {})
    saveCounts([result('rust', 9), result('wasm', 7)], path)
    // A step that failed or did not run whole says nothing of how many tests there are.
    saveCounts([result('rust', 1, { failed: 1 }), result('wasm', 0, { notes: ['x'] })], path)
    const before = readCounts(path)
    assert.deepEqual(before.rust, { passed: 9, skipped: 0, seconds: 1 })
    assert.equal(before.wasm.passed, 7)
    assert.equal(changeOf(result('rust', 9), before.rust), '')
    assert.equal(changeOf(result('rust', 8, { skipped: 1 }), before.rust), '; before: 9 passed')
    const text = summarise([result('rust', 8), result('new', 1)], before, { seconds: 3 })
    assert.match(text, /^rust {2}8 passed.*; before: 9 passed$/m)
    assert.match(text, /^before: 9 passed, 0 failed in 1 of these steps$/m)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('time of the processor is that of the commands which have ended', {
  skip: process.platform !== 'linux',
}, async () => {
  const before = processorSeconds()
  await capture(process.execPath, ['-e', 'const end = Date.now() + 300; while (Date.now() < end);'])
  assert(processorSeconds() > before)
})
