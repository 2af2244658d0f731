/**
 * The size and root of a log.
 *
 * @module
 */

import * as check from '../check.js'
import { base64 } from '../encoding.js'
import { members } from '../shape.js'

/** The state of a log. */
export type Tree = {
  readonly size: number
  /** Base64. */
  readonly root: string
}

/** The checked members of a tree. @internal */
export function treeOf(tree: Tree, name: string): { size: number; root: Uint8Array } {
  const fields = members(tree, name, ['size', 'root'])
  const root = base64.decode(check.text(fields.root, `${name}.root`))
  return { size: check.integer(fields.size, `${name}.size`), root: check.bytes(root, name, 32) }
}
