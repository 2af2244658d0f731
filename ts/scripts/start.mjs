// `npm start`: sets up all that is missing, then runs the tour on the
// WebAssembly engine and again on the native addon, and ends with five rows that
// say what one call costs on each.
//
// Run: npm start

import { capture, main, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const tour = 'dist-tools/examples/tour.js'
const table = ['dist-tools/bench/main.js', '--quick', '--plain']

await main(async () => {
  const { env, node } = await setup(['dist', 'node'])
  for (const engine of ['wasm', 'native']) await show(node, [tour, engine], env)
  console.log(
    '\nWhat it costs on this machine, half of the calls in less (`npm run bench` has more):\n',
  )
  await show(node, table, env)
})

async function show(program, args, env) {
  const { code } = await capture(program, args, { env, show: true })
  if (code !== 0) throw new Stop(`\`${args.join(' ')}\` failed`)
}
