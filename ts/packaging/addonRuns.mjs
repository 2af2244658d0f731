// Addons of other machines at work (`scripts/setup/machines.mjs`): the vectors, and the native suite where processes of
// that machine can talk to one of this.
//
// Each runs in a copy of the checkout that has that addon in place of this machine's.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildAddon } from '../scripts/natives.mjs'
import { machineNode } from '../scripts/setup/machines.mjs'
import { cache, capture, root, run } from '../scripts/setup/shell.mjs'

/** What is copied, because files of it load the addon; the rest is linked. */
const copied = ['dist', 'dist-tools', 'ts']

/** These test commands, not the addon, and start a Node for each line: minutes, where each instruction is translated. */
const ofCommands = ['test/node/cli*.test.ts', 'test/node/conformance-command.test.ts']

/** These bundle a program with esbuild, which is a program of this machine. */
const bundling = { 'linux-arm64-gnu': ['test/node/memory.test.ts', 'test/node/stack.test.ts'] }

/** Processes of Wine and of this machine have no pipe in common. */
const withoutSuite = ['win32-x64']

/** The cases of one addon; `program` runs it, `own` being this machine's. */
export function runCases({ name, addon }, own) {
  const program = own ? process.execPath : machineNode(name)
  const folder = join(cache, 'natives/runs', name)
  const suite = own || withoutSuite.includes(name) ? [] : [['the native suite', runSuite]]
  const works = [['the vectors', runVectors], ...suite]
  return works.map(([what, work]) => [
    `${name}: ${what}`,
    async () => {
      makeCopy(folder, addon)
      await work({ folder, program, name })
    },
  ])
}

function makeCopy(folder, addon) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const skipped = ['.git', '.cache']
  for (const entry of readdirSync(root).filter((name) => !skipped.includes(name)))
    if (copied.includes(entry))
      cpSync(join(root, entry), join(folder, entry), { recursive: true, filter })
    else symlinkSync(join(root, entry), join(folder, entry))
  for (const place of ['dist/generated', 'ts/generated'])
    cpSync(addon, join(folder, place, 'countersign.node'))
}

function filter(path) {
  return !path.endsWith('node_modules')
}

async function runVectors({ folder, program, name }) {
  const verdicts = join(cache, 'verdicts', `${name}.json`)
  const args = ['--vectors', 'rust/vectors', '--engine', 'native', '--verdicts', 'verdicts.json']
  const { code, output } = await capture(program, ['dist-tools/conformance/main.js', ...args], {
    cwd: folder,
  })
  assert.equal(code, 0, output)
  console.log(`     ${output.trim().split('\n').at(-1)}`)
  mkdirSync(join(cache, 'verdicts'), { recursive: true })
  cpSync(join(folder, 'verdicts.json'), verdicts)
  await run(process.execPath, [
    'ts/scripts/verdicts.mjs',
    'vectors',
    `.cache/verdicts/${name}.json`,
  ])
}

/** Vitest and what it compiles with run here; each file of tests, and what that starts, there. */
async function runSuite({ folder, program, name }) {
  await buildAddon(name, '--test-panic')
  const panic = 'ts/generated/test-panic/native'
  cpSync(join(root, panic, name, 'countersign.node'), join(folder, panic, 'countersign.node'))
  const env = {
    COUNTERSIGN_MACHINE: program,
    NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'ts/packaging/asMachine.mjs'))}`,
  }
  const args = ['run', '--config', 'ts/vitest.config.ts', '--project', 'native']
  args.push(...[...ofCommands, ...(bundling[name] ?? [])].flatMap((file) => ['--exclude', file]))
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { code, output } = await capture(process.execPath, [vitest, ...args], {
    cwd: folder,
    env,
    show: true,
  })
  assert.equal(code, 0, output)
}
