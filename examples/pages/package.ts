// The package for a page without a bundler: an import map names its entries, and a server hands out its files.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join, normalize } from 'node:path'

const manifest = createRequire(import.meta.url).resolve('countersign/package.json')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

type Target = string | { readonly [condition: string]: Target }

const { exports } = JSON.parse(await readFile(manifest, 'utf8')) as {
  exports: Readonly<Record<string, Target>>
}
const entries = Object.entries(exports).filter(([path]) => !path.includes('*'))

/** Where a page finds each entry, by the name that is imported: `countersign`, `countersign/http`, … */
export const addresses: Readonly<Record<string, string>> = Object.fromEntries(
  entries.map(([path, target]) => [join('countersign', path), inBrowser(target).slice(1)]),
)

/** The element that gives a page these names. A worker does not have them: it imports by address. */
export const importMap: string = `<script type="importmap">${JSON.stringify({ imports: addresses })}</script>`

/** What browsers get that have no bundler: of the conditions, `browser` and `default`. */
function inBrowser(target: Target): string {
  if (typeof target === 'string') return target
  return inBrowser((target['browser'] ?? target['default']) as Target)
}

/** A file that such a page asks for; nothing if the package has none at this path. */
export async function packageFile(
  path: string,
): Promise<{ type: string; body: Uint8Array } | undefined> {
  const type = types[extname(path)]
  if (type === undefined || !normalize(path).startsWith('/dist/')) return undefined
  const file = join(dirname(manifest), normalize(path))
  return readFile(file).then(
    (body) => ({ type, body }),
    () => undefined,
  )
}
