// The curves natively, beside the libraries that could stand in for them: `bench/README.md`, "Native", has what was found.
//
// Run: node bench/native/run.mjs

import { join } from 'node:path'

import { cache, main, root, run, step } from '../../ts/scripts/setup/shell.mjs'
import { setup } from '../../ts/scripts/setup.mjs'

await main(async () => {
  const { env } = await setup(['rust'])
  // The folder names the toolchain.
  const how = { cwd: join(root, 'rust'), env, show: true }
  const manifest = ['--manifest-path', join(import.meta.dirname, 'Cargo.toml')]
  const where = [...manifest, '--release', '--locked', '--target-dir', join(cache, 'native')]
  await step('building the libraries (minutes, the first time)', () =>
    run('cargo', ['build', ...where], how),
  )
  await run('cargo', ['run', ...where], how)
})
