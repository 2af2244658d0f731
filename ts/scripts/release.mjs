// Makes all that a release has, in `.cache/release`: the tarball of `countersign` and those of the addon, the engines with
// names of functions, the sums of all, and the bill of materials. It never publishes: it prints the commands that do.
//
// `--dry-run` makes what can be made here and says what is lacking. Without it, whatever is lacking ends the run.
//
// Run: npm run release -- [--dry-run] [--repository URL]

import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { sumFiles, writeSums } from './release/checksums.mjs'
import { billOf } from './release/materials.mjs'
import { packNamed } from './release/named.mjs'
import { faultsOf } from './release/readiness.mjs'
import { packAll } from './release/tarballs.mjs'
import { cache, main, root, Stop } from './setup/shell.mjs'
import { setup } from './setup.mjs'

const options = {
  'dry-run': { type: 'boolean', default: false },
  repository: { type: 'string' },
}

/** Makes the files of a release in an empty `folder`: `{ files, packages, faults }`; `faults` say what is lacking. */
export async function makeRelease(folder, repository) {
  const { packages, notes } = await packAll(folder, repository)
  const { manifest } = packages.at(-1)
  const named = await packNamed(folder, manifest)
  const bill = join(folder, `countersign-${manifest.version}.cdx.json`)
  const manifests = packages.map((made) => made.manifest).reverse()
  writeFileSync(bill, `${JSON.stringify(await billOf(manifests), null, 2)}\n`)
  const files = [...packages.map(({ path }) => path), ...named.paths, bill]
  writeSums(folder, files)
  const faults = [...notes, ...named.notes, ...(await faultsOf(manifest.version, repository))]
  return { files, packages, faults }
}

/** The commands that publish `packages`, in the order in which they must run. */
export function commandsFor(packages) {
  return packages.map(({ path }) => `npm publish --provenance --access public ${path}`)
}

async function release(args) {
  const { values } = parseArgs({ args, options })
  await setup(['dist'])
  const folder = join(cache, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { files, packages, faults } = await makeRelease(folder, values.repository)
  console.log(filesText(folder, files))
  if (faults.length > 0) console.log(`\nlacking:\n${faults.map((text) => `  ${text}`).join('\n')}`)
  if (values['dry-run']) return console.log('\na dry run: nothing is to be published')
  if (faults.length > 0) throw new Stop('this is no release')
  console.log(`\nto publish, in CI with an identity token:\n${commandsFor(packages).join('\n')}`)
}

function filesText(folder, files) {
  const rows = files.map(
    (path) => `  ${basename(path).padEnd(48)} ${String(statSync(path).size).padStart(10)}`,
  )
  const sums = Object.values(sumFiles).map((name) => `  ${name}`)
  return [`${relative(root, folder)}, in bytes:`, ...rows, ...sums].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(release)
