// Fuzzes one target with libFuzzer, or all of them in turn.
//
// `npm test` drives every target with random input; this one is guided by coverage
// and finds more. What it found before is kept in `rust/target/fuzz/corpus`.
//
// Run: npm run fuzz [-- TARGET|all [SECONDS]]

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildFuzzer, noFuzzer } from './setup/fuzzer.mjs'
import { capture, main, notRun, root, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const rust = join(root, 'rust')

await main(async ([name = 'all', seconds = '60']) => {
  const targets = chosen(name)
  if (!(Number(seconds) >= 1)) throw new Stop(`SECONDS is a number from 1 on, not ${seconds}`)
  const { env } = await setup(['rust'])
  const lacking = await noFuzzer()
  if (lacking) return notRun(lacking)
  const program = await buildFuzzer({ env })
  const tally = { passed: 0, failed: 0 }
  for (const target of targets)
    tally[(await fuzz(program, target, seconds)) ? 'passed' : 'failed'] += 1
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0) throw new Stop('what made a target fail is in rust/target/fuzz')
})

function chosen(name) {
  const all = names()
  if (name === 'all') return all
  if (all.includes(name)) return [name]
  throw new Stop(`there is no target ${name}: all, ${all.join(', ')}`)
}

/** Whether the target held; what libFuzzer printed is shown where it did not. */
async function fuzz(program, target, seconds) {
  const name = target.replaceAll(' ', '-')
  const corpus = join(rust, 'target/fuzz/corpus', name)
  mkdirSync(corpus, { recursive: true })
  const limits = [`-max_total_time=${seconds}`, '-max_len=65536', '-print_final_stats=1']
  const { code, output } = await capture(
    program,
    [corpus, ...limits, `-artifact_prefix=target/fuzz/${name}-`],
    { cwd: rust, env: { FUZZ_TARGET: target } },
  )
  const tried = /number_of_executed_units: (\d+)/.exec(output)?.[1] ?? '0'
  console.log(code === 0 ? `ok   ${target}: ${tried} inputs` : `FAIL ${target}\n${output}`)
  return code === 0
}

/** Names of the targets, as the sources list them. */
function names() {
  const list = readFileSync(join(rust, 'fuzz/src/lib.rs'), 'utf8')
  const modules = [...list.matchAll(/^mod (\w+);/gm)].map(([, module]) => module)
  return modules.flatMap((module) =>
    [...readFileSync(join(rust, `fuzz/src/${module}.rs`), 'utf8').matchAll(/name: "([^"]+)"/g)].map(
      ([, found]) => found,
    ),
  )
}
