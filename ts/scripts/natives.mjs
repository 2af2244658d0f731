// Makes the packages of the native addon, a tarball for each platform of `wasm-pack.toml`, in `.cache/natives`.
//
// One Linux machine builds all: cargo-zigbuild links for the others (`ts/tools/zig`), and rustup has their standard
// libraries. `--here` packs the addon that `npm run build:native` made for this machine, without any of these.
//
// Run: npm run natives [-- NAME…] (all by default), or npm run natives -- --here

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { platforms } from './setup/engines.mjs'
import { llvmTools } from './setup/llvm.mjs'
import { fetchNode, foreignNode } from './setup/machines.mjs'
import { installPython } from './setup/python.mjs'
import { cache, main, packFolder, root, run, Stop, step } from './setup/shell.mjs'

const { list, scope } = platforms()
const out = join(cache, 'natives')
const zig = join(cache, 'zig')

/** Makes the tarballs of the named platforms; gives their paths. */
export async function makeNatives(names) {
  await installPython('zig', 'cargo-zigbuild')
  const tarballs = []
  for (const { name } of list.filter(({ name }) => names.includes(name))) {
    await step(`building the addon for ${name}`, () => buildAddon(name))
    tarballs.push((await packNative(name, crossBuilt(name))).path)
  }
  return tarballs
}

/** The tarball of this machine's own addon, as it was built for this clone. */
export async function packHere() {
  const addon = join(root, 'ts/generated/native/countersign.node')
  return (await packNative(nameHere(), addon)).path
}

/**
 * `{ name, addon, isLocal }` for each platform: the path of its addon, whether or not that is built, and whether it is the
 * one that this machine made for itself.
 */
export function builtNatives() {
  const here = join(root, 'ts/generated/native/countersign.node')
  return list.map(({ name }) => {
    const crossed = crossBuilt(name)
    const isLocal = name === nameHere() && !existsSync(crossed)
    return { name, addon: isLocal ? here : crossed, isLocal }
  })
}

/**
 * Gives a folder with what the linker for Windows asks for: which of an addon's functions the program has. It is made from
 * what Node itself exports.
 */
async function importLibrary(name) {
  const lacking = await fetchNode(name)
  if (lacking) throw new Stop(lacking)
  const read = await llvmTools()
  const exported = await read('readobj', '--coff-exports', foreignNode(name))
  const names = new Set(exported.match(/\b(napi|node_api)_\w+/g))
  const folder = join(cache, 'natives/libnode')
  mkdirSync(folder, { recursive: true })
  const definitions = join(folder, 'node.def')
  writeFileSync(definitions, `LIBRARY node.exe\nEXPORTS\n${[...names].join('\n')}\n`)
  const tool = ['-m', 'ziglang', 'dlltool', '-m', 'i386:x86-64', '-d', definitions]
  await run(join(zig, 'bin/python'), [...tool, '-l', join(folder, 'libnode.a')])
  // napi's build script looks for this name, the linker for the other.
  cpSync(join(folder, 'libnode.a'), join(folder, 'libnode.dll'))
  return folder
}

function crossBuilt(name) {
  return join(root, 'ts/generated/native', name, 'countersign.node')
}

/** The platform of this machine. */
export function nameHere() {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl'
  const own = `${process.platform}-${process.arch}`
  return process.platform === 'linux' ? `${own}-${libc}` : own
}

/** Builds the addon of that platform, with what `xtask build` takes besides. */
export async function buildAddon(name, ...flags) {
  const cwd = join(root, 'rust')
  const { target } = list.find((platform) => platform.name === name)
  await run('rustup', ['target', 'add', target.split('.')[0]], { cwd })
  const env = { PATH: `${join(zig, 'bin')}${delimiter}${process.env.PATH}` }
  if (name === 'win32-x64') env.LIBNODE_PATH = await importLibrary(name)
  const args = ['run', '--quiet', '--locked', '-p', 'xtask', '--', 'build', 'native']
  await run('cargo', [...args, `--platform=${name}`, ...flags], { cwd, env })
}

/**
 * Packs the addon at that path into `folder`, with `more` members of package.json: `{ path, manifest }` of the tarball.
 */
export async function packNative(name, addon, folder = out, more = {}) {
  if (!existsSync(addon)) throw new Stop(`${addon} is not built: npm run build:native`)
  const stage = join(out, name)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  cpSync(addon, join(stage, 'countersign.node'))
  return packFolder(stage, { ...manifestOf(name), ...more }, folder)
}

function manifestOf(name) {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [os, cpu, libc] = name.split('-')
  return {
    name: `${scope}/${name}`,
    version,
    description: `The native addon of countersign for ${name}`,
    license,
    main: 'countersign.node',
    files: ['countersign.node', 'THIRD_PARTY_NOTICES.txt'],
    engines,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : libc] }),
  }
}

async function makeAsked(args) {
  const names = args.length > 0 ? args : list.map(({ name }) => name)
  const unknown = names.find(
    (name) => name !== '--here' && !list.some((platform) => platform.name === name),
  )
  if (unknown) throw new Stop(`wasm-pack.toml has no platform ${unknown}`)
  const tarballs = args.includes('--here') ? [await packHere()] : await makeNatives(names)
  console.log(tarballs.join('\n'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(makeAsked)
