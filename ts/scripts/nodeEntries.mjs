// What Node loads: `dist/node/entry`, the entries with all they import in a few small files.
//
// Node takes about a millisecond for each module. Bundlers and browsers get the
// modules of `dist/src`, from which they leave out what is not used.
//
// `dist/node/entry` lies as deep as `dist/src/*`, so that `../../generated` is the same folder.

import { join } from 'node:path'

import { build } from 'esbuild'

import { root } from './setup/shell.mjs'

const names = ['node', 'hazmat-node', 'inline', 'slim', 'native', 'worker']

/** Made from `dist/src`. */
export async function nodeEntries() {
  await build({
    entryPoints: names.map((name) => join(root, `dist/src/entry/${name}.js`)),
    outdir: join(root, 'dist/node/entry'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['../../generated/inlined-*'],
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line that threw.
    lineLimit: 160,
    logLevel: 'warning',
    plugins: [engineOfFile],
  })
}

const engineOfFile = {
  name: 'engine-of-file',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/engine\/bytes\.js$/ }, () => ({
      path: join(root, 'dist/src/engine/bytesOfFile.js'),
    })),
}
