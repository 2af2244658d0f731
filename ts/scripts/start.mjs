// `npm start`: sets up all that is missing, then runs the tour on the
// WebAssembly engine and again on the native addon, with a short table of
// latencies side by side.
//
// Run: npm start

import { capture, main, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const tour = 'dist-tools/examples/tour.js'

await main(async () => {
  const { env, node } = await setup(['dist', 'node'])
  for (const engine of ['wasm', 'native']) {
    const { code } = await capture(node, [tour, engine], { env, show: true })
    if (code !== 0) throw new Stop(`the tour failed on ${engine}`)
  }
})
