/** Engines that are not cut into parts: the one module that rustc linked, which has them all. */

import type { Find } from '../../src/engine/instance.js'
import { core } from '../../src/engine/parts.js'
import { contractName } from '../../src/generated/contract.js'

/** It is the split that gives the memory the name of its version. */
export class Unsplit extends WebAssembly.Instance {
  override get exports(): WebAssembly.Exports {
    const all = super.exports
    return 'memory' in all ? { [contractName]: all['memory'], ...all } : all
  }
}

/** Gives the module as the core, beside which nothing is loaded. */
export function findUnsplit(module: WebAssembly.Module): Find {
  return (part) => (part === core ? module : undefined)
}
