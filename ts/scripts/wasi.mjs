// Runs a program of wasm32-wasip1 on this Node: its file, then its arguments. cargo starts it for tests of Rust.

import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const [file, ...args] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: [file, ...args], env: process.env })
const module = await WebAssembly.compile(await readFile(file))
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
