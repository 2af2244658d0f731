// Loads a registry of agents with registrations, on a current Node, after the set-up that it needs.
//
// Run: npm run bench:capacity [-- --engine NAME] [--workers 1,2] [--connections 8,64] [--count N] [--json FILE]

import { join } from 'node:path'

import { handOver, main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node } = await setup(['dist', 'node'])
  await handOver(node, [join(root, 'dist-tools/bench/capacity/main.js'), ...args], { env })
})
