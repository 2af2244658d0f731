// The engines' modules with the names of their functions, for whoever debugs or profiles. They are a file of the release, and
// no package of npm.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { named as folderOf } from '../setup/engines.mjs'
import { packFolder, root } from '../setup/shell.mjs'
import { engineNames } from '../sizes.mjs'
import { needs } from '../subpaths.mjs'

/** Packs them into `folder`: `{ paths, notes }`. Where one is lacking there is no path, and a note says which. */
export async function packNamed(folder, { version, license }) {
  const modules = engineNames.flatMap((engine) =>
    [...needs.keys()].map((part) => read(engine, part)),
  )
  const lacking = modules.find(({ named, shipped }) => !isNamedCopy(named, shipped))
  if (lacking)
    return { paths: [], notes: [`${lacking.file} has no copy with names: npm run setup`] }
  const stage = join(folder, 'named')
  rmSync(stage, { recursive: true, force: true })
  for (const { file, named } of modules) write(join(stage, file), named)
  const { path } = await packFolder(stage, manifestOf({ version, license }), folder)
  return { paths: [path], notes: [] }
}

function read(engine, part) {
  const file = `${engine}/${part}.wasm`
  const paths = [`${folderOf(engine)}/${part}.wasm`, `dist/generated/${file}`]
  const [named, shipped] = paths
    .map((path) => join(root, path))
    .map((path) => existsSync(path) && readFileSync(path))
  return { file, named, shipped }
}

function write(path, bytes) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

function manifestOf(main) {
  return {
    name: 'countersign-named',
    ...main,
    description: 'The engines of countersign with the names of their functions',
    private: true,
    files: [...engineNames, 'THIRD_PARTY_NOTICES.txt'],
  }
}

/** Whether a module is the shipped one and a section with the names of functions. */
export function isNamedCopy(named, shipped) {
  if (!named || !shipped) return false
  const sections = sectionsOf(named)
  const others = sections.filter((section) => !holdsNames(section)).map(({ bytes }) => bytes)
  const bare = Buffer.concat([named.subarray(0, start), ...others])
  return sections.length > others.length && bare.equals(shipped)
}

/** A custom section begins with its own name, and that one's length (7.4.1). */
function holdsNames({ id, content }) {
  return id === custom && content.subarray(0, 5).equals(Buffer.from('\u0004name'))
}

/** Where the sections of a module start: after its magic number and version (WebAssembly Core, 5.5.16). */
const start = 8
const custom = 0

/** Its sections: the id, the content, and the bytes of all. */
function sectionsOf(module) {
  const sections = []
  for (let at = start; at < module.length; ) {
    const { value, end } = readLength(module, at + 1)
    const [bytes, content] = [at, end].map((from) => module.subarray(from, end + value))
    sections.push({ id: module[at], bytes, content })
    at = end + value
  }
  return sections
}

/** An unsigned LEB128 (5.2.2), and where it ends. */
function readLength(bytes, at) {
  let [value, end] = [0, at]
  do value += (bytes[end] & 127) * 128 ** (end - at)
  while (bytes[end++] > 127)
  return { value, end }
}
