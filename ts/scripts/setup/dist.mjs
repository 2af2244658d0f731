// What npm ships, in `dist`; the compiled tools, in `dist-tools`; and what the
// tests import, in `ts/generated`: remade when a source changed.

import { engines } from './engines.mjs'
import { root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

const script = (name) => run(process.execPath, [`ts/scripts/${name}.mjs`], { cwd: root })

/** Spreads the built engines to where `ts/src` imports them, then builds `dist`. */
export async function buildDist() {
  // Beside this machine's addon stand those of others, which are no part of it.
  const built = engines().map((name) =>
    name === 'native' ? 'ts/generated/native/countersign.node' : `ts/generated/${name}`,
  )
  const engineInputs = [
    'ts/scripts/artifacts.mjs',
    'ts/src/generated/parts.ts',
    'wasm-pack.toml',
    ...built,
  ]
  const spread = ['ts/generated/inlined/verify.js', 'ts/generated/countersign.node']
  await fresh('artifacts', { inputs: engineInputs, outputs: spread }, () =>
    step('inlining the engines', () => script('artifacts')),
  )
  const builders = [
    'build',
    'benchBundle',
    'cdn',
    'chunks',
    'commonJs',
    'declarations',
    'subpaths',
  ].map((name) => `ts/scripts/${name}.mjs`)
  const sources = [
    'ts/src',
    'ts/cli',
    'ts/conformance',
    'ts/stores',
    'ts/signers',
    'ts/apps',
    'bench',
    'examples',
  ]
  const settings = ['ts/tsconfig.dist.json', 'tsconfig.json', 'package-lock.json']
  const inputs = [...engineInputs, ...builders, ...sources, ...settings]
  await fresh('dist', { inputs, outputs: ['dist/src/index.js'] }, () =>
    step('building dist', () => script('build')),
  )
}
