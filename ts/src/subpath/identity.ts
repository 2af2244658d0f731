/**
 * `countersign/identity`: keys at rest, derived, replaced; and what an identity proves about itself.
 *
 * @module
 */

export * as Identity from '../identity.js'
