/**
 * `countersign/session`: sessions, handshakes and the message guard.
 *
 * @module
 */

export * as Guard from '../guard.js'
export * as Handshake from '../handshake.js'
export * as Session from '../session.js'
