// What Node loads: `dist/node/entry`, the entries with all they import in a few small files.
//
// Node takes about a millisecond for each module. Bundlers and browsers get the
// modules of `dist/src`, from which they leave out what is not used.
//
// `dist/node/entry` lies as deep as `dist/src/*`, so that `../../generated` is the same folder.

import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { build } from 'esbuild'

import { root } from './setup/shell.mjs'
import { carriedBy, subpaths } from './subpaths.mjs'

const bundled = {
  ...Object.fromEntries(
    ['node', 'verifyNode', 'inlineNode', 'slim', 'native', 'worker'].map((name) => [
      name,
      `entry/${name}`,
    ]),
  ),
  carried: 'engine/carried',
  all: 'subpath/node/all',
  hazmat: 'subpath/node/hazmat',
}
const folder = join(root, 'dist/node/entry')

/** Made from `dist/src`. */
export async function nodeEntries() {
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(bundled).map(([name, path]) => [name, join(root, `dist/src/${path}.js`)]),
    ),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [inlinedOutside()],
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line that threw.
    lineLimit: 160,
    logLevel: 'warning',
  })
  for (const name of subpaths.filter((one) => !(one in bundled))) await writeList(name)
  for (const name of subpaths) writeInline(name)
}

/** A list, and the parts of the engine that it carries. */
function writeInline(name) {
  const { imports, members } = carriedBy(name)
  const lines = ['import{carry}from"./carried.js";', ...imports('../../generated/inlined')]
  const text = `${lines.join('\n')}\nexport*from"./${name}.js";\ncarry({${members}});\n`
  writeFileSync(join(folder, `inline-${name}.js`), text)
}

/** The text of an engine stays in its own file, which lies as deep below `dist` for every entry. */
function inlinedOutside() {
  const setup = (build) =>
    build.onResolve({ filter: /\/generated\/inlined\// }, ({ path, importer }) => ({
      path: relative(folder, join(dirname(importer), path)).replaceAll('\\', '/'),
      external: true,
    }))
  return { name: 'inlined-outside', setup }
}

/** The namespaces of `all` that are a subpath of their own. */
const wings = { aid: 'Aid', 'ring-go': 'RingGo', sage: 'Sage' }

/** The other subpaths give away what `all` has. */
async function writeList(name) {
  const names = Object.keys(await import(join(root, `dist/src/subpath/${name}.js`)))
  const wing = wings[name]
  const text = wing
    ? `import{${wing} as all}from"./all.js";\nexport const{${names}}=all;\n`
    : `export{${names}}from"./all.js";\n`
  writeFileSync(join(folder, `${name}.js`), text)
}
