/**
 * `countersign/log`: a log of receipts that only grows.
 *
 * @module
 */

export * as Log from '../log.js'
