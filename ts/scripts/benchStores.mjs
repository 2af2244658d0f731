// Measures stores and logs over real servers, on a current Node, after the set-up that it needs.
//
// Run: npm run bench:stores [-- --requests N] [--leaves N]
// Writes bench/results/stores/linux-x64.json and bench/stores.md.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { serverPath } from './setup/servers.mjs'
import { main, root } from './setup/shell.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node, missing } = await setup(['dist', 'node', 'postgres', 'redis'])
  const servers = ['postgres', 'redis'].flatMap((name) => [
    `--${name}`,
    serverPath(name) ?? `!${missing[name]}`,
  ])
  const files = ['--json', 'bench/results/stores/linux-x64.json', '--document', 'bench/stores.md']
  const program = join(root, 'dist-tools/stores/speed/main.js')
  const child = spawn(node, [program, ...servers, ...files, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
