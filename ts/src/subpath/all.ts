/**
 * `countersign/all`: every namespace at once, those of other systems as `Sage`, `Aid` and `RingGo`. For tools that
 * need them all; `countersign/hazmat` is not among them.
 *
 * @module
 */

export * from '../index.js'
export * as Aid from './aid.js'
export * from './data-integrity.js'
export * from './grant.js'
export * from './guard.js'
export * from './hpke.js'
export * from './http.js'
export * from './identity.js'
export * from './libp2p.js'
export * from './log.js'
export * from './ring.js'
export * as RingGo from './ring-go.js'
export * as Sage from './sage.js'
export * from './session.js'
