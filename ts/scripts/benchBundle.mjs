// `dist/bench`: what `npx countersign bench` runs, out of `bench`. The package is imported by its own name, and so are the
// other packages, which are there only if somebody installed them.

import { join } from 'node:path'

import { rolldown } from 'rolldown'

import { bundled } from './setup/bundled.mjs'
import { root } from './setup/shell.mjs'

const source = join(root, 'bench')

/** Made from `bench`. */
export async function writeBench() {
  const bundle = await rolldown({
    input: { installed: join(source, 'installed.ts'), engine: join(source, 'engine.ts') },
    platform: 'node',
    external: isOutside,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    logLevel: 'warn',
  })
  await bundle.write({
    dir: join(root, 'dist/bench'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    comments: false,
  })
  await bundle.close()
}

function isOutside(id) {
  return !/^[./]/.test(id) && !bundled.includes(id) && !/^[A-Z]:/i.test(id)
}
