/**
 * `countersign/hazmat` in browsers: parts without a safety net, on the full engine.
 *
 * @module
 */

import { init as load } from './browser.js'
import { type InitOptions, readInit } from './options.js'

export * from '../hazmat.js'
export type { InitOptions }

/**
 * Loads the full engine, which `countersign` shares, whatever `full` says.
 *
 * @throws As `init` of `countersign`.
 */
export async function init(options?: InitOptions): Promise<void> {
  const { wasm } = readInit(options)
  await load(wasm === undefined ? { full: true } : { full: true, wasm })
}
