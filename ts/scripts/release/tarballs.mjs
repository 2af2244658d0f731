// The tarballs of a release. They are packed from copies, so that the checkout stays as it is.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

import { builtNatives, packNative } from '../natives.mjs'
import { pack, packFolder, root } from '../setup/shell.mjs'
import { withAddresses } from './links.mjs'
import { addressOf, manifestOf, originOf } from './manifest.mjs'

const contract = /contractName = '([^']+)'/.exec(
  readFileSync(join(root, 'ts/src/generated/contract.ts'), 'utf8'),
)[1]

/**
 * Packs what is built into `folder`: `{ packages: [{ path, manifest }], notes }`. The packages of the addon come before the
 * one that names them; `notes` say what platforms lack.
 */
export async function packAll(folder, repository) {
  const natives = []
  const built = builtNatives().map((native) => ({ ...native, fault: faultOf(native) }))
  for (const { name, addon, fault } of built)
    if (!fault?.isGrave) natives.push(await packNative(name, addon, folder, originOf(repository)))
  const main = await packMain(folder, repository, natives)
  const notes = built.flatMap(({ name, fault }) => (fault ? [`${name}: ${fault.why}`] : []))
  return { packages: [...natives, main], notes }
}

/**
 * What is wrong with an addon for a release with the engines of the build `wanted`. It is grave where
 * `countersign/native` would refuse the addon.
 */
export function faultOf({ addon, isLocal }, wanted = contract) {
  if (!existsSync(addon)) return { isGrave: true, why: 'not built: npm run natives' }
  if (!readFileSync(addon).includes(wanted))
    return { isGrave: true, why: 'of another build than the engines: npm run natives' }
  return isLocal
    ? { isGrave: false, why: 'linked for this machine and newer ones: npm run natives' }
    : undefined
}

async function packMain(folder, repository, natives) {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = natives.map(({ manifest }) => manifest.name)
  const manifest = manifestOf(source, { repository, natives: names })
  const stage = join(folder, 'stage')
  rmSync(stage, { recursive: true, force: true })
  for (const path of await packedFiles()) copy(stage, path, repository, manifest.version)
  return packFolder(stage, manifest, folder)
}

/** What npm takes of the checkout. */
async function packedFiles() {
  const { files } = await pack('--dry-run')
  return files.map(({ path }) => path)
}

function copy(stage, path, repository, version) {
  const target = join(stage, path)
  mkdirSync(dirname(target), { recursive: true })
  const write = repository === undefined ? undefined : writers[extname(path)]
  if (write === undefined) return cpSync(join(root, path), target)
  const text = readFileSync(join(root, path), 'utf8')
  writeFileSync(
    target,
    write(text, path, (file) => addressOf(repository, version, file)),
  )
}

/** What writes the addresses of the repository into a file, by its ending: links, and the page that errors name. */
const writers = {
  '.md': withAddresses,
  '.js': (text, _, address) =>
    text.replaceAll('countersign/ts/docs/errors.md', address('ts/docs/errors.md')),
}
