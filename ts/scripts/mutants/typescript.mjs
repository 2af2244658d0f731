// The second round: mutants that the Rust tests let live, before the TypeScript tests of the feature.
//
// These run on the native addon, because a program's environment reaches it: one build holds all mutants here too.
// It is the same core, and the tests are those of every engine.

import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

import { capture, root, run, step } from '../setup/shell.mjs'
import { typescriptTests } from './features.mjs'
import { tree } from './tree.mjs'

const generated = 'ts/generated'

/** Builds the addon out of the copy. */
export async function buildAddon() {
  const there = existsSync(join(root, generated, 'glue.js'))
  if (there) cpSync(join(root, generated), join(tree, generated), { recursive: true })
  const names = there ? ['native'] : ['wasm', 'native']
  const args = ['run', '--quiet', '--locked', '-p', 'xtask', '--', 'build', ...names, '--dev']
  await run('cargo', args, { cwd: join(tree, 'rust') })
  await run(process.execPath, ['ts/scripts/artifacts.mjs'], { cwd: tree })
}

/** The tests of a feature that pass while all mutants are asleep; those that do not are named. */
export async function sound(feature) {
  const files = []
  for (const file of typescriptTests(feature))
    if (await passes([file])) files.push(file)
    else console.error(`! ${file} fails without a mutant here, and is left out`)
  return files
}

/** Whether a mutant is noticed; gives by what, or undefined. */
export async function noticedThere(mutant, files) {
  for (const file of files) if (!(await passes([file], mutant.number))) return file
  return undefined
}

async function passes(files, number = 0) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'ts/vitest.config.ts']
  const args = [...vitest, '--project', 'native', ...files]
  const env = { COUNTERSIGN_MUTANT: String(number) }
  const { code } = await capture(process.execPath, args, { cwd: tree, env })
  return code === 0
}

/** Second round for all of `mutants`; gives the names of what noticed them, by mutant. */
export async function secondRound(mutants, featureOf) {
  const found = new Map()
  await step('building the addon with the mutants', buildAddon)
  const tests = new Map()
  for (const mutant of mutants) {
    const feature = featureOf(mutant.file)
    if (!tests.has(feature)) tests.set(feature, await sound(feature))
    const by = await noticedThere(mutant, tests.get(feature))
    if (by) found.set(mutant, by)
  }
  return found
}
