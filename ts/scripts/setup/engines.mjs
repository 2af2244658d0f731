// The compiled engines below `ts/generated`, built by `rust/xtask` when their sources changed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

const sources = ['core', 'kernels', 'bindings', 'xtask'].flatMap((crate) => [
  `rust/${crate}/src`,
  `rust/${crate}/Cargo.toml`,
])
const inputs = [
  ...sources,
  'rust/Cargo.toml',
  'rust/Cargo.lock',
  'rust/rust-toolchain.toml',
  'wasm-pack.toml',
]

const outputs = (name) =>
  name === 'native'
    ? ['ts/generated/native/countersign.node']
    : [`ts/generated/${name}/engine.wasm`, `ts/generated/${name}/glue.js`]

/** `[{ name, budget }]` of `wasm-pack.toml`: the engines, and the bytes after brotli that each may have. */
export function engines() {
  const text = readFileSync(join(root, 'wasm-pack.toml'), 'utf8')
  return text
    .split('[[engine]]')
    .slice(1)
    .map((part) => ({
      name: /^name\s*=\s*"([^"]+)"/m.exec(part)[1],
      budget: Number(/^budget\s*=\s*(\d+)/m.exec(part)?.[1] ?? 0),
    }))
}

/** Builds each engine that is not up to date. */
export async function buildEngines({ env = {}, dev = false, only } = {}) {
  const flags = dev ? ['--dev'] : []
  for (const { name } of engines()) {
    if (only && !only.includes(name)) continue
    const mark = `=${process.platform} ${process.arch} ${flags}`
    await fresh(`engine-${name}`, { inputs: [mark, ...inputs], outputs: outputs(name) }, () =>
      step(`building the engine ${name} (minutes, the first time)`, () =>
        run('cargo', ['run', '--quiet', '--locked', '-p', 'xtask', '--', 'build', name, ...flags], {
          cwd: join(root, 'rust'),
          env,
        }),
      ),
    )
  }
}
