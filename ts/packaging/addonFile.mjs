// What an addon says of itself, read with LLVM's tools, which know the files of all systems: what it is for, what Node
// finds in it, and which libraries and systems it asks for.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

import { capture, root } from '../scripts/setup/shell.mjs'
import { atLeast } from '../scripts/setup/tools.mjs'

/** Where Node looks for the addon's functions. */
const entry = 'napi_register_module_v1'

/** The oldest that Node 20 runs on. */
const oldest = { glibc: [2, 28], macOS: [11, 0] }

const libraries = {
  gnu: /^(libc|libm|libdl|libpthread|librt|libgcc_s|ld-linux\S*)\.so/,
  musl: /^libc\.(so|musl-\S+)$|^libgcc_s\.so/,
  darwin: /^\/usr\/lib\/lib(System|iconv|charset|objc)\b|^\/System\//,
  win32:
    /^(kernel32|ntdll|advapi32|bcrypt\w*|ws2_32|userenv|msvcrt|api-ms-win-\S+|node)\.(dll|exe)$/i,
}

/** The cases of one addon; `read` runs a tool of LLVM, and `loader` starts the loader of its system where there is one. */
export function fileCases({ name, addon }, read, loader) {
  const kind = kinds[name.split('-')[0]]
  return [
    [
      `${name}: its file`,
      async () => {
        const header = await read('readobj', '--file-headers', addon)
        assert.match(header, /Arch: (.*)/)
        assert.equal(/Arch: (.*)/.exec(header)[1], name.includes('arm64') ? 'aarch64' : 'x86_64')
        assert(kind.format.test(header), header)
        tellsNoPath(addon)
        await kind.check(name, (tool, ...args) => read(tool, ...args, addon))
      },
    ],
    ...(loader ? [[`${name}: in its loader`, () => loads(addon, loader)]] : []),
  ]
}

const kinds = {
  linux: {
    format: /^Format: elf64/m,
    async check(name, read) {
      const said = await read('readobj', '--needed-libs', '--version-info', '--dyn-syms')
      assert.match(said, new RegExp(`Name: ${entry}\\b`))
      wants(said.match(/NeededLibraries \[([^\]]*)\]/)[1], libraries[name.split('-')[2]])
      const versions = [...said.matchAll(/GLIBC_(\d+)\.(\d+)/g)].map(([, a, b]) => [+a, +b])
      for (const version of versions) assert(atLeast(oldest.glibc, version), `glibc ${version}`)
    },
  },
  darwin: {
    format: /^Format: Mach-O/m,
    async check(_, read) {
      assert.match(
        await read('nm', '--extern-only', '--defined-only'),
        new RegExp(`T _${entry}$`, 'm'),
      )
      const said = await read('objdump', '--macho', '--private-headers', '--dylibs-used')
      const [, least] = /(?:minos|version) ([\d.]+)/.exec(said)
      assert(atLeast(oldest.macOS, least.split('.').map(Number).slice(0, 2)), `macOS ${least}`)
      const [own, ...used] = [...said.matchAll(/^\t(\S+) \(compatibility/gm)].map(
        ([, path]) => path,
      )
      assert.equal(own, '@rpath/countersign.node')
      wants(used.join('\n'), libraries.darwin)
    },
  },
  win32: {
    format: /^Format: COFF-x86-64/m,
    async check(_, read) {
      const said = await read('readobj', '--coff-exports', '--coff-imports')
      assert.match(said, new RegExp(`Name: ${entry}\\b`))
      const names = [...said.matchAll(/Import \{\s+Name: (\S+)/g)].map(([, library]) => library)
      wants(names.join('\n'), libraries.win32)
    },
  },
}

/** It asks for libraries of the system alone. */
function wants(names, known) {
  const list = names.split('\n').map((line) => line.trim())
  for (const name of list.filter(Boolean)) assert.match(name, known)
}

/** It says nothing of where it was built. */
function tellsNoPath(addon) {
  const bytes = readFileSync(addon)
  for (const path of [root, process.env.HOME].filter((path) => path?.length > 1))
    assert(!bytes.includes(path.endsWith('/') ? path : `${path}/`), path)
}

/** The loader of musl finds all but what Node gives. */
async function loads(addon, [program, ...args]) {
  const { output } = await capture(program, [...args, '--list', addon])
  const lost = [...output.matchAll(/: (\S+): symbol not found/g)].map(([, symbol]) => symbol)
  for (const symbol of lost) assert.match(symbol, /^(napi|node_api)_/)
  assert(lost.length > 0, output)
}
