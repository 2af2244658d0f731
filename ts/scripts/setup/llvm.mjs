// LLVM's tools, of the version that the compiler of Rust has: they read the files of all systems.

import { join } from 'node:path'

import { root, run } from './shell.mjs'

const rust = { cwd: join(root, 'rust') }

/** Gives a function that runs the tool of that name, such as `nm`, and gives what it prints. */
export async function llvmTools() {
  await run('rustup', ['component', 'add', 'llvm-tools'], rust)
  const sysroot = (await run('rustc', ['--print', 'sysroot'], rust)).trim()
  const host = /host: (.*)/.exec(await run('rustc', ['-vV'], rust))[1]
  return (tool, ...args) => run(join(sysroot, 'lib/rustlib', host, 'bin', `llvm-${tool}`), args)
}
