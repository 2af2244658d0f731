/**
 * `countersign/adapters/a2a`: signed cards in servers and clients of `@a2a-js/sdk`.
 *
 * @module
 */

export { a2aCardFetch, a2aCardSigner, a2aCardVerifier } from '../../adapters/a2a.js'
