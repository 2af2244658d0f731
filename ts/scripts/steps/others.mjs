// What `npm run freeze` and `npm run fix` run, in the form of `../steps.mjs`.

import { biome, cargo, conformance, node, verdicts, verdictsOf, vitest } from './commands.mjs'

/** What `npm run freeze` runs: each writes its table anew, on `wasm`, with which the others must agree. */
export const freezes = [
  {
    name: 'vectors',
    needs: ['dist'],
    commands: () => [
      conformance(process.execPath, 'wasm'),
      verdicts('vectors', verdictsOf('wasm')),
    ],
  },
  { name: 'tests', needs: ['dist', 'panic'], commands: () => [vitest(process.execPath, 'wasm')] },
  {
    name: 'pages',
    needs: ['dist', 'browser'],
    commands: () => [vitest(process.execPath, 'browser')],
  },
  { name: 'rust', needs: ['packages'], commands: () => [verdicts('rust')] },
]

/** What `npm run fix` runs: every check that can repair what it finds. */
export const fixes = [
  {
    name: 'fix',
    needs: ['packages', 'rust'],
    commands: () => [
      cargo('fmt', '--all'),
      cargo('run', '--quiet', '-p', 'generate'),
      node('ts/scripts/notices.mjs'),
      node('ts/scripts/vectorLicences.mjs'),
      node('ts/scripts/exports.mjs'),
      biome('check', '--write'),
    ],
  },
]
