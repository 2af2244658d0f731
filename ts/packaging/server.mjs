// A plain file server for the pages that no bundler touches.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

/**
 * Serves `root` on a free port; gives `{ url, close }`.
 *
 * - `importMap`: put one into each page, for the names of the package's entries; or its text.
 * - `isShared`: pages of other origins may read the files, as those of a CDN.
 */
export async function serve(root, { importMap: mapped = false, isShared = false } = {}) {
  const map = mapped === true ? await readImportMap(root) : mapped
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname).split(sep).join('/')
    try {
      const body = await readFile(join(root, path))
      if (isShared) response.setHeader('Access-Control-Allow-Origin', '*')
      response.writeHead(200, headers(path))
      response.end(map && path.endsWith('.html') ? withMap(body, map) : body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

/** Policies of pages, by a part of their names: one that forbids WebAssembly, and the strictest that allows it. */
const policies = {
  '-csp': "script-src 'self' 'unsafe-inline'",
  '-strict':
    "default-src 'self'; script-src 'self' 'nonce-map' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
}

function headers(path) {
  const [policy] = Object.keys(policies).filter((name) => path.includes(name))
  return {
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    ...(policy && { 'Content-Security-Policy': policies[policy] }),
  }
}

/** Where the entries of the installed package are, for a page without a bundler. */
async function readImportMap(root) {
  const folder = '/node_modules/countersign'
  const { exports } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
  const inBrowser = (target) =>
    typeof target === 'string' ? target : inBrowser(target.browser ?? target.default)
  const imports = Object.entries(exports).map(([path, target]) => [
    `countersign${path.slice(1)}`,
    folder + inBrowser(target).slice(1),
  ])
  return JSON.stringify({ imports: Object.fromEntries(imports) })
}

function withMap(body, map) {
  return body
    .toString()
    .replace('<head>', `<head><script type="importmap" nonce="map">${map}</script>`)
}
