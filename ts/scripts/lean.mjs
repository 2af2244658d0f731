// The lean engine: a full one without the functions that `[lean]` of wasm-pack.toml names.
//
// Both come from one compilation: the exports are taken away, and with them all code that nothing
// else reaches. What JavaScript then misses, `ts/src/engine/entries.ts` says.
// What the lean engine reaches and does not have (ML-DSA), the core asks `isFull` for
// (`rust/kernels/src/extent.rs`): that becomes `false` here, and the code behind it goes too.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import binaryen from 'binaryen'

import { root } from './setup/shell.mjs'

/** First words of the functions that only the full engine has. */
export function fullOnly() {
  const text = readFileSync(join(root, 'wasm-pack.toml'), 'utf8')
  const [, part] = text.split('[lean]')
  const [, list] = /^without\s*=\s*\[([^\]]*)\]/m.exec(part)
  return [...list.matchAll(/"(\w+)"/g)].map(([, word]) => word)
}

/** Tells whether the boundary's function `name` starts with one of `words`, each whole. */
export function isFullOnly(name, words) {
  return words.some((word) => name.startsWith(word) && !/^[a-z]/.test(name.slice(word.length)))
}

// What the engines are compiled with; more would let newer encodings in.
const { Features } = binaryen
const features =
  Features.MutableGlobals |
  Features.NontrappingFPToInt |
  Features.SIMD128 |
  Features.RelaxedSIMD |
  Features.BulkMemory |
  Features.SignExt |
  Features.ReferenceTypes |
  Features.Multivalue

/** Takes the functions that start with `words` out of an engine. */
export function prune(bytes, words) {
  const module = binaryen.readBinary(bytes)
  module.setFeatures(features)
  const names = Array.from({ length: module.getNumExports() }, (_, index) =>
    binaryen.getExportInfo(module.getExportByIndex(index)),
  ).map(({ name }) => name)
  for (const name of names) if (isFullOnly(name, words)) module.removeExport(name)
  answerNo(module)
  module.runPasses(['remove-unused-module-elements', 'vacuum'])
  const lean = module.emitBinary()
  module.dispose()
  return lean
}

/** What is inlined comes in a block of its own; while it stands, a condition in it is not seen to be constant. */
const tidy = ['remove-unused-names', 'merge-blocks', 'vacuum']

/** Puts `false` in the place of every call of `isFull`, and removes what that makes unreachable. */
function answerNo(module) {
  const name = binaryen.getExportInfo(module.getExport('isFull')).value
  binaryen.Function.setBody(module.getFunction(name), module.i32.const(0))
  module.removeExport('isFull')
  const before = [binaryen.getFlexibleInlineMaxSize(), binaryen.getOneCallerInlineMaxSize()]
  // Nothing but constants: the rest is as the optimiser of the full engine left it.
  setInlining(1, 1)
  module.runPasses(['inlining', ...tidy, 'precompute', 'remove-unused-brs', 'dce', ...tidy, 'dce'])
  setInlining(...before)
}

function setInlining(flexible, oneCaller) {
  binaryen.setFlexibleInlineMaxSize(flexible)
  binaryen.setOneCallerInlineMaxSize(oneCaller)
}

/** Engines that are built for a while keep their names, and are not worth the wait. */
export function isQuick(bytes) {
  return customSections(bytes).includes('name')
}

/** Names of the custom sections (core specification, 5.5.3). Read by hand: Node 20 compiles no relaxed SIMD. */
function customSections(bytes) {
  const names = []
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at]
    const size = varint(bytes, at + 1)
    if (id === 0) {
      const name = varint(bytes, size.end)
      names.push(bytes.subarray(name.end, name.end + name.value).toString())
    }
    at = size.end + size.value
  }
  return names
}

function varint(bytes, start) {
  let [value, end] = [0, start]
  for (let more = true, shift = 0; more; shift += 7, end += 1) {
    value += (bytes[end] & 0x7f) * 2 ** shift
    more = bytes[end] >= 0x80
  }
  return { value, end }
}
