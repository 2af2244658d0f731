// Shows where the time of a case of the bench goes, on a current Node, after the set-up that it needs.
//
// Run: npm run bench:flame -- CASE [--engine wasm-fma|wasm] [--seconds N] [--least PERCENT]

import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { named } from './setup/engines.mjs'
import { handOver, main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const options = { engine: { type: 'string', default: 'wasm-fma' } }
  // The other options are the program's own.
  const { values } = parseArgs({ args, options, strict: false, allowPositionals: true })
  const { env, node } = await setup(['dist', 'node'])
  const folder = join(root, named(values.engine))
  const program = join(root, 'dist-tools/bench/flame/main.js')
  await handOver(node, [program, ...args, '--named', folder], { env })
})
