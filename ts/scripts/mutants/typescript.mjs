// The second round: mutants that the Rust tests let live, before the TypeScript tests of the feature.
//
// These run on the native addon, because a program's environment reaches it: one build holds all mutants here too.
// It is the same core, and the tests are those of every engine.

import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, Stop, step } from '../setup/shell.mjs'
import { featureOf, typescriptTests } from './features.mjs'
import { timed } from './judge.mjs'
import { tree } from './tree.mjs'

const generated = 'ts/generated'

/** Milliseconds for the tests of a feature: detection of hangs. */
const patience = 900_000

/** Builds the addon out of the copy. */
async function buildAddon() {
  const there = existsSync(join(root, generated, 'inlined/verify.js'))
  if (there) cpSync(join(root, generated), join(tree, generated), { recursive: true })
  const names = there ? ['native'] : ['wasm', 'native']
  const args = ['run', '--quiet', '--locked', '-p', 'xtask', '--', 'build', ...names, '--dev']
  await run('cargo', args, { cwd: join(tree, 'rust') })
  await run(process.execPath, ['ts/scripts/artifacts.mjs'], { cwd: tree })
}

/** Runs the TypeScript tests of each mutant's feature; where one fails, `by` of the mutant says which. */
export async function secondRound(mutants) {
  await step('building the addon with the mutants', buildAddon)
  await step(`waking ${mutants.length} before the TypeScript tests`, () => wake(mutants))
}

async function wake(mutants) {
  const features = new Set(mutants.map(({ file }) => featureOf(file)))
  for (const feature of features) {
    const files = typescriptTests(feature)
    const failed = await firstFailure(files)
    if (failed) throw new Stop(`${failed} fails without a mutant, so it tells nothing`)
    for (const mutant of mutants.filter(({ file }) => featureOf(file) === feature))
      mutant.by = await firstFailure(files, mutant.number)
  }
}

/** The first of some tests that fails with a mutant awake, as vitest names it. */
async function firstFailure(files, number = 0) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'ts/vitest.config.ts']
  const args = [...vitest, '--project', 'native', '--bail', '1', ...files]
  const env = { COUNTERSIGN_MUTANT: String(number), NO_COLOR: '1' }
  const { passed, hung, output } = await timed(process.execPath, args, { cwd: tree, env }, patience)
  if (passed) return undefined
  const failed = /FAIL\s+(?:native\s+)?(.*)/.exec(output) ?? /rows differ .*\n {2}(.*)/.exec(output)
  return `ts: ${hung ? 'hangs' : (failed?.[1] ?? 'ended early')}`
}
