// Looks whether the time of operations follows their secrets, on a current Node, after the set-up that it needs.
//
// Run: npm run timing [-- --engines wasm-fma,wasm,native] [--samples N] [--filter TEXT]

import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node } = await setup(['dist', 'node'])
  const child = spawn(node, [join(root, 'dist-tools/bench/timing/main.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
