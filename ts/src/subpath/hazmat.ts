/**
 * `countersign/hazmat`: parts without a safety net.
 *
 * @module
 */

export * from '../hazmat.js'
