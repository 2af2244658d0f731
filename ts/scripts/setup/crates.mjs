// The crates that are compiled into the engines, as cargo knows them: what the notices and the bill of materials list.

import { dirname, join } from 'node:path'

import { root, run } from './shell.mjs'

/** One target each: what another system needs besides comes from the same projects. */
const engines = [
  ['wasm', 'wasm32-unknown-unknown'],
  ['node', 'x86_64-unknown-linux-gnu'],
]

/**
 * The normal dependencies of the boundary, for WebAssembly and for the addon, without what runs in the compiler only:
 * `{ name, version, license, authors, folder, repository }`, sorted.
 */
export async function engineCrates(env) {
  const options = { cwd: join(root, 'rust'), env }
  const listed = new Set()
  for (const [feature, target] of engines)
    for (const line of (await run('cargo', tree(feature, target), options)).split('\n'))
      listed.add(line.replace(/ \(.*\)/, '').trim())
  const metadata = await run('cargo', ['metadata', '--locked', '--format-version', '1'], options)
  const { packages } = JSON.parse(metadata.slice(metadata.indexOf('{"packages"')))
  return packages
    .filter(({ name, version, source }) => source && listed.has(`${name} v${version}`))
    .map((found) => ({ ...found, folder: dirname(found.manifest_path) }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

function tree(feature, target) {
  const what = ['-p', 'countersign-bindings', '--features', feature, '--target', target]
  return ['tree', '--locked', '--quiet', ...what, '-e', 'normal,no-proc-macro', '--prefix', 'none']
}
