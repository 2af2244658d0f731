// What npm ships, in `dist`; the compiled tools, in `dist-tools`; and what the
// tests import, in `ts/generated`: remade when a source changed.

import { engines } from './engines.mjs'
import { root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

const script = (name) => run(process.execPath, [`ts/scripts/${name}.mjs`], { cwd: root })

/** Spreads the built engines to where `ts/src` imports them, then builds `dist`. */
export async function buildDist() {
  const built = engines().map(({ name }) => `ts/generated/${name}`)
  const spread = [
    'ts/generated/glue.js',
    'ts/generated/inlined-wasm.js',
    'ts/generated/countersign.node',
  ]
  await fresh(
    'artifacts',
    { inputs: ['ts/scripts/artifacts.mjs', ...built], outputs: spread },
    () => script('artifacts'),
  )
  const inputs = ['ts/src', 'ts/conformance', 'bench', 'examples', 'ts/scripts/build.mjs']
  inputs.push('ts/tsconfig.dist.json', 'tsconfig.json', 'package-lock.json')
  await fresh('dist', { inputs: [...inputs, ...built], outputs: ['dist/src/index.js'] }, () =>
    step('building dist', () => script('build')),
  )
}
