// `dist/cdn.js`: `countersign/inline` as one module without imports, for a page that takes it from the address of a file.

import { join } from 'node:path'

import { rolldown } from 'rolldown'

import { moduleOf } from './chunks.mjs'
import { root } from './setup/shell.mjs'

/** Made from `dist/src`. */
export async function writeCdn() {
  const bundle = await rolldown({
    input: moduleOf('entry/inline'),
    platform: 'browser',
    logLevel: 'warn',
  })
  await bundle.write({
    file: join(root, 'dist/cdn.js'),
    format: 'esm',
    minify: true,
    comments: false,
    codeSplitting: false,
  })
  await bundle.close()
}
