// Measures stores and logs over real servers, on a current Node, after the set-up that it needs.
//
// Run: npm run bench:stores [-- --requests N] [--leaves N] [--system]
// Writes bench/results/stores/linux-x64.json and bench/stores.md.

import { join } from 'node:path'

import { serverPath } from './setup/servers.mjs'
import { handOver, main, root } from './setup/shell.mjs'
import { mayInstall } from './setup/system.mjs'
import { setup } from './setup.mjs'

await main(async (args) => {
  const { env, node, missing } = await setup(['dist', 'node', 'postgres', 'redis', 'valkey'], {
    system: mayInstall({ system: args.includes('--system') }),
  })
  // Valkey, where there is one.
  const found = {
    postgres: serverPath('postgres') ?? `!${missing.postgres}`,
    redis: serverPath('valkey') ?? serverPath('redis') ?? `!${missing.redis}`,
  }
  const servers = Object.entries(found).flatMap(([name, path]) => [`--${name}`, path])
  const more = args.filter((arg) => arg !== '--system')
  const files = ['--json', 'bench/results/stores/linux-x64.json', '--document', 'bench/stores.md']
  const program = join(root, 'dist-tools/stores/speed/main.js')
  await handOver(node, [program, ...servers, ...files, ...more], { cwd: root, env })
})
