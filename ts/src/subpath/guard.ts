/**
 * `countersign/guard`: the message guard, for messages of a session or of none.
 *
 * @module
 */

export * as Guard from '../guard.js'
