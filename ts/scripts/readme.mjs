// Runs the TypeScript of README.md, block by block, so that the first thing that a reader tries works.
//
// Run: npm run check -- --only examples

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { transform } from 'esbuild'

import { main, root, run, Stop } from './setup/shell.mjs'

await main(async ([program = process.execPath]) => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  if (blocks.length === 0) throw new Stop('README.md has no example')
  // Inside of the package, so that `countersign` is found by its own name.
  const folder = join(root, 'dist-tools/readme')
  mkdirSync(folder, { recursive: true })
  for (const [index, code] of blocks.entries()) {
    const file = join(folder, `${index + 1}.mjs`)
    writeFileSync(file, (await transform(code, { loader: 'ts', format: 'esm' })).code)
    await run(program, [file])
  }
  console.log(`README: ${blocks.length} passed, 0 failed`)
})
