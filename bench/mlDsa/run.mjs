// Where ML-DSA spends its time in WebAssembly, and what a two-way Keccak and a vector NTT give: README.md.
//
// Run: node bench/mlDsa/run.mjs

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { main } from '../../ts/scripts/setup/shell.mjs'
import { setup } from '../../ts/scripts/setup.mjs'
import { prepare } from './prepare.mjs'

await main(async () => {
  const { env, node } = await setup(['rust', 'node'])
  const { plain, parts } = prepare(env)
  execFileSync(node, [join(import.meta.dirname, 'measure.mjs'), plain, parts], { stdio: 'inherit' })
})
