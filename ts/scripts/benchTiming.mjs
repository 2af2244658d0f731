// Looks whether the time of operations follows their secrets, on a current Node, after the set-up that it needs.
//
// Run: npm run timing [-- --engines wasm-fma,wasm,native] [--samples N] [--filter TEXT]

import { join } from 'node:path'

import { handOver, main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node } = await setup(['dist', 'node'])
  await handOver(node, [join(root, 'dist-tools/bench/timing/main.js'), ...args], { env })
})
