/**
 * `countersign/slim`: the caller gives the engine. Nothing is fetched, nothing is inlined.
 *
 * The core is exported as `countersign/wasm/verify.wasm`, and `countersign/wasm-fma/verify.wasm` for hosts with relaxed
 * SIMD; its parts stand beside it: `countersign/wasm/sign.wasm`, … All must be of one build.
 *
 * @module
 */

export { isReady } from '../engine/slot.js'
export type { Source } from '../engine/source.js'
export type { Part } from '../generated/parts.js'
export * from '../index.js'
export { init, initSync, type OtherPart, type Parts, parts } from './given.js'
