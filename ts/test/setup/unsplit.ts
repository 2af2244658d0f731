/** Engines that are not cut into parts: the one module that rustc linked, which has them all. */

import type { Find } from '../../src/engine/instance.js'
import { core } from '../../src/engine/parts.js'
import { contractName } from '../../src/generated/contract.js'

/** It is the split that gives the memory the name of its version. */
class Unsplit extends WebAssembly.Instance {
  override get exports(): WebAssembly.Exports {
    const all = super.exports
    return { ...all, [contractName]: all['memory'] as WebAssembly.Memory }
  }
}

/** Gives `use` the module as the core, beside which nothing is loaded. */
export function withUnsplit<T>(module: WebAssembly.Module, use: (find: Find) => T): T {
  const { Instance } = WebAssembly
  WebAssembly.Instance = Unsplit
  try {
    return use((part) => (part === core ? module : undefined))
  } finally {
    WebAssembly.Instance = Instance
  }
}
