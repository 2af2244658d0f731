/**
 * Keys in the formats of others: JWK, PEM, DER, Multikey and Ethereum addresses.
 *
 * Imports check everything that a format states: widths, points, the public half beside a secret, and what
 * the key is for. A secret goes straight into the engine. It comes out only through a function whose name
 * begins with `dangerously`.
 *
 * @module
 */

export * from './keyFormats/address.js'
export * from './keyFormats/jwk.js'
export * from './keyFormats/multikey.js'
export * from './keyFormats/pem.js'
