/**
 * The engines, by name.
 *
 * @module
 */

/** In the order of the columns. */
export const engines = ['native', 'wasm-fma', 'wasm'] as const

export type Engine = (typeof engines)[number]
