/**
 * Keys in the formats of others: JWK, PEM, DER, Multikey, Ethereum addresses, SAGE's forms.
 *
 * Imports check everything that a format can say: widths, points, the public half that stands beside
 * a secret, and what the key is said to be for. A secret goes straight into the engine. It comes out
 * only where a name says `dangerously`.
 *
 * @module
 */

export * from './keyFormats/address.js'
export * from './keyFormats/jwk.js'
export * from './keyFormats/multikey.js'
export * from './keyFormats/pem.js'
