// Builds the page that explains documents, as files that any web server can hand out.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, '../../../dist')

/** The package as it is shipped, by its public names; the longer ones first. */
const alias = [
  ['countersign/cures', 'subpath/cures.js'],
  ['countersign/grant', 'subpath/page/grant.js'],
  ['countersign/http', 'subpath/page/http.js'],
  ['countersign', 'entry/browser.js'],
].map(([find, file]) => ({ find, replacement: join(dist, 'src', file) }))

/** Writes the page to `folder`: relative paths only, nothing from the network. */
export async function buildExplainPage(folder) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: here,
    base: './',
    publicDir: false,
    resolve: { alias },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // Its policy has no `data:`.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4_000,
    },
  })
}
