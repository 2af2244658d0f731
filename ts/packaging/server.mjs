// A plain file server for the pages that no bundler touches.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

const importMap = JSON.stringify({
  imports: {
    countersign: '/node_modules/countersign/dist/src/entry/browser.js',
    'countersign/http': '/node_modules/countersign/dist/src/subpath/http.js',
    'countersign/inline': '/node_modules/countersign/dist/src/entry/inline.js',
  },
})

/**
 * Serves `root` on a free port; gives `{ url, close }`.
 *
 * - `scripts`: a folder that the pages' own scripts come from.
 * - `importMap`: put one into each page, for bare specifiers.
 */
export async function serve(root, { scripts = '.', importMap: mapped = false } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname).split(sep).join('/')
    const folder = /^\/page-\w+\.js$/.test(path) ? join(root, scripts) : root
    try {
      const body = await readFile(join(folder, path))
      response.writeHead(200, headers(path))
      response.end(mapped && path.endsWith('.html') ? withMap(body) : body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

function headers(path) {
  const policy = path.includes('-csp') && {
    'Content-Security-Policy': "script-src 'self' 'unsafe-inline'",
  }
  return { 'Content-Type': types[extname(path)] ?? 'application/octet-stream', ...policy }
}

function withMap(body) {
  return body.toString().replace('<head>', `<head><script type="importmap">${importMap}</script>`)
}
