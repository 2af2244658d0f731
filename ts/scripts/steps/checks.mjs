// The checks that are no tests, fast first. `../steps.mjs` says what the members are.

import { bin, biome, cargo, clippyAllOn, clippyOn, node } from './commands.mjs'

/** The compiler keeps what it found, so that it looks again only at what a change can have touched. */
const incremental = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']

export const checks = [
  {
    name: 'format',
    tier: 1,
    needs: ['packages', 'rust'],
    commands: () => [cargo('fmt', '--all', '--check'), biome('check')],
  },
  {
    name: 'clippy',
    tier: 1,
    needs: ['rust'],
    commands: () => [...['wasm', 'node'].map(clippyAllOn), clippyOn('bench')],
  },
  {
    // A test of `rust/generate`, in the step `rust`, compares `ts/src/generated`.
    name: 'generated',
    tier: 1,
    oneCore: true,
    needs: ['rust'],
    commands: () => [
      node('ts/scripts/notices.mjs', '--check'),
      node('ts/scripts/vectorLicences.mjs', '--check'),
    ],
  },
  {
    name: 'types',
    tier: 1,
    oneCore: true,
    needs: ['dist'],
    commands: () => [bin('typescript/bin/tsc', '-p', 'tsconfig.json', ...incremental)],
  },
  {
    name: 'layout',
    tier: 1,
    oneCore: true,
    needs: ['dist'],
    commands: () => [
      node('ts/scripts/exports.mjs', '--check'),
      node('ts/scripts/surface.mjs', '--check'),
      node('ts/scripts/mirror.mjs'),
      node('ts/scripts/docs.mjs', '--check'),
    ],
  },
  {
    // What the compiler made of code that handles secrets, in the engine that ships.
    name: 'branches',
    tier: 1,
    oneCore: true,
    needs: ['rust', 'dist'],
    commands: () => [cargo('run', '--quiet', '--locked', '-p', 'xtask', '--', 'inspect')],
  },
  {
    name: 'size',
    tier: 1,
    oneCore: true,
    needs: ['dist'],
    commands: () => [node('ts/scripts/size.mjs')],
  },
  {
    // Instructions of key operations, against a baseline.
    name: 'guard',
    tier: 1,
    oneCore: true,
    needs: ['packages', 'counted'],
    commands: () => [node('ts/scripts/guard.mjs')],
  },
]
