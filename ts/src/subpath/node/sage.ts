/**
 * `countersign/sage` where the engine loads itself: Node, Deno and Bun.
 *
 * @module
 */

import '../../entry/nodeLoader.js'

export * from '../sage.js'
