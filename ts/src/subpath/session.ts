/**
 * `countersign/session`: sessions and handshakes.
 *
 * @module
 */

export * as Handshake from '../handshake.js'
export * as Session from '../session.js'
