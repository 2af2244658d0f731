/**
 * `countersign/http` where the engine loads itself: Node, Deno and Bun.
 *
 * @module
 */

import '../../entry/nodeLoader.js'

export * from '../http.js'
