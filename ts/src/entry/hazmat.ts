/**
 * `countersign/hazmat` in browsers: parts without a safety net, on the full engine.
 *
 * @module
 */

import { init as load } from './browser.js'

export * from '../hazmat.js'

/** Loads the full engine, which `countersign` shares. */
export function init(): Promise<void> {
  return load({ full: true })
}
