// Times every operation on each engine, on a current Node, after the set-up that it needs.
//
// Run: npm run bench [-- --quick] [--filter TEXT] [--engines a,b] [--allocations] [--json FILE]

import { join } from 'node:path'

import { buildBenchEngine } from './setup/engines.mjs'
import { handOver, main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node } = await setup(['dist', 'node'])
  if (args.includes('--allocations')) await buildBenchEngine({ env })
  // The bench has the terminal to itself: it draws its own progress.
  await handOver(node, [join(root, 'dist-tools/bench/main.js'), ...args], { env })
})
