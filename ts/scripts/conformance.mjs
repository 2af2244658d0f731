// Runs a folder of vectors through the public API, on an engine of your choice.
//
// This prepares what the tool needs and hands over to `ts/conformance`; for
// `wasm-fma` it takes a current Node, because Node 20 has no relaxed SIMD.
//
// Run: npm run conformance -- --vectors DIR [--engine wasm|wasm-fma|native] [--area NAME]... [--json]

import { join } from 'node:path'

import { handOver, main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const fma = args.some((arg) => arg === 'wasm-fma' || arg === '--engine=wasm-fma')
  const { env, node } = await setup(fma ? ['dist', 'node'] : ['dist'])
  const program = join(root, 'dist-tools/conformance/main.js')
  await handOver(fma ? node : process.execPath, [program, ...args], { env })
})
