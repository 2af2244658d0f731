/**
 * `countersign/libp2p` where the engine loads itself: Node, Deno and Bun.
 *
 * @module
 */

import '../../entry/nodeLoader.js'

export * from '../libp2p.js'
