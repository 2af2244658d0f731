// The checks check: each must see the fault that it is there for.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { compare } from '../guard/compare.mjs'
import { changedLines, parse } from '../mutants/choose.mjs'
import { deciding, featureOf, rustTests, typescriptTests } from '../mutants/features.mjs'
import { timed } from '../mutants/judge.mjs'
import { root, run, Stop } from '../setup/shell.mjs'
import { sideBySide } from '../setup/side.mjs'
import { fresh } from '../setup/stamp.mjs'
import { atLeast } from '../setup/tools.mjs'
import { faultsIn } from '../webdriver/faults.mjs'

test('versions compare by number, not by text', () => {
  assert(atLeast([1, 95, 0], [1, 95, 0]))
  assert(atLeast([1, 100, 0], [1, 95, 0]))
  assert(!atLeast([1, 94, 9], [1, 95, 0]))
})

test('a step runs again only if its input changed or it failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stamp-'))
  const input = relative(root, join(folder, 'input'))
  const name = `test-${process.pid}`
  let runs = 0
  const once = (work = () => (runs += 1)) => fresh(name, { inputs: [input], outputs: [] }, work)
  try {
    writeFileSync(join(folder, 'input'), 'a')
    assert.deepEqual([await once(), await once(), runs], [true, false, 1])
    writeFileSync(join(folder, 'input'), 'b')
    await assert.rejects(once(() => Promise.reject(new Error('half-way'))))
    assert.deepEqual([await once(), await once(), runs], [true, false, 2])
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(join(root, '.cache/stamps', name), { force: true })
  }
})

test('jobs run side by side, no more than may, and none starts after a failure', async () => {
  const running = { now: 0, most: 0, started: 0 }
  const job = (result) => async () => {
    running.now += 1
    running.started += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running.now -= 1
    if (result instanceof Error) throw result
    return result
  }
  assert.deepEqual(await sideBySide([1, 2, 3, 4, 5].map(job), 2), [1, 2, 3, 4, 5])
  assert.equal(running.most, 2)
  running.started = 0
  const fault = new Error('one')
  await assert.rejects(sideBySide([fault, 2, 3, 4].map(job), 2), fault)
  assert.deepEqual([running.started, running.now], [2, 0])
})

test('a command that fails ends with its output', async () => {
  await assert.rejects(
    run(process.execPath, ['-e', 'console.log("why"); process.exit(3)']),
    (error) => error instanceof Stop && /why[\s\S]*code 3/.test(error.message),
  )
})

test('the guard sees what grew, what is new and what is gone, and lets noise through', () => {
  const before = { same: 1000, noise: 1000, slower: 1000, faster: 1000, gone: 1000 }
  const now = { same: 1000, noise: 1019, slower: 1021, faster: 900, fresh: 1 }
  const { faults, gains } = compare(before, now, 0.02)
  assert.deepEqual(gains, ['faster'])
  assert.deepEqual(faults.map((fault) => fault.split(/[: ]/)[0]).sort(), [
    'fresh',
    'gone',
    'slower',
  ])
})

test('every source that decides has a feature with Rust and TypeScript tests', () => {
  const features = new Set(deciding().map(featureOf))
  for (const feature of features) {
    assert(rustTests(feature).length > 0, feature.name)
    assert(typescriptTests(feature).length > 0, feature.name)
  }
  assert(features.size >= 14)
  assert.equal(featureOf('rust/core/src/merkle/proof.rs').name, 'log')
  assert.equal(featureOf('rust/core/src/error.rs'), undefined)
})

test('mutants are chosen by file, by number or by changed lines, and nothing is guessed', () => {
  assert.deepEqual(parse([]), { files: [], seed: '1', narrowed: false, count: 300 })
  const { files, count } = parse(['grant/authorize.rs'])
  assert.deepEqual([files, count], [['rust/core/src/grant/authorize.rs'], Number.POSITIVE_INFINITY])
  for (const wrong of [['--cuont', '3'], ['--count', 'x'], ['grant/nothing.rs'], ['error.rs']])
    assert.throws(() => parse(wrong), Stop)
  const diff = '+++ b/a.rs\n@@ -1 +2,2 @@\n+x\n+y\n@@ -9,2 +11 @@\n+++ b/b.rs\n@@ -4 +3,0 @@\n'
  assert.deepEqual(
    [...changedLines(diff)].map(([file, lines]) => [file, ...lines]),
    [['a.rs', 2, 3, 11], ['b.rs']],
  )
})

test('the count of wrong results names them, and fails only where no page works', () => {
  assert.equal(faultsIn(['0 of 120', '0 of 120']), 'no wrong result in 2 pages')
  const lost = 'CountersignError ERR_ENGINE_LOST: the engine is gone'
  assert.match(
    faultsIn(['0 of 120', '2 of 120', lost]),
    /^wrong results in 2 of 3 pages \(2 of 120; /,
  )
  assert.throws(() => faultsIn([lost, lost]), Stop)
})

test('a program that a mutant lets hang is ended with what it started, and does not pass', async () => {
  const forever = 'setInterval(() => {}, 1000)'
  const nested = `require('node:child_process').spawn(process.execPath, ['-e', '${forever}'], { stdio: 'inherit' }); ${forever}`
  const options = { cwd: root, env: {} }
  const hangs = await timed(process.execPath, ['-e', nested], options, 2_000)
  assert.deepEqual([hangs.passed, hangs.hung], [false, true])
  const fails = await timed(process.execPath, ['-e', 'process.exit(3)'], options, 600_000)
  assert.deepEqual([fails.passed, fails.hung], [false, false])
  assert((await timed(process.execPath, ['-e', ''], options, 600_000)).passed)
})
