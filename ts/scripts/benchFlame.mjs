// Shows where the time of a case of the bench goes, on a current Node, after the set-up that it needs.
//
// Run: npm run bench:flame -- CASE [--engine wasm-fma|wasm] [--seconds N] [--least PERCENT]

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { named } from './setup/engines.mjs'
import { main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const options = { engine: { type: 'string', default: 'wasm-fma' } }
  // The other options are the program's own.
  const { values } = parseArgs({ args, options, strict: false, allowPositionals: true })
  const { env, node } = await setup(['dist', 'node'])
  const folder = join(root, named(values.engine))
  const child = spawn(
    node,
    [join(root, 'dist-tools/bench/flame/main.js'), ...args, '--named', folder],
    { env: { ...process.env, ...env }, stdio: 'inherit' },
  )
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
