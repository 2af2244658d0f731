// Runs a tool of the bench that reads result files. It needs the packages and no engine, so that files from
// other machines can be looked at on one that has no Rust.
//
// Run: npm run bench:report -- FILE…, npm run bench:compare -- A B, npm run readme

import { join } from 'node:path'

import { handOver, main, root, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const tools = {
  compare: 'bench/compare.ts',
  readme: 'bench/readme.ts',
  report: 'bench/report/main.ts',
}

await main(async ([name, ...args]) => {
  const tool = tools[name]
  if (!tool) throw new Stop(`there are ${Object.keys(tools).join(', ')}`)
  await setup(['packages'])
  const { build } = await import('esbuild')
  const outfile = join(root, '.cache/bench', `${name}.mjs`)
  await build({
    entryPoints: [join(root, tool)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  await handOver(process.execPath, [outfile, ...args])
})
