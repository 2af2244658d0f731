/**
 * `countersign/http`: HTTP message signatures (RFC 9421), their profiles, and adapters for servers.
 *
 * @module
 */

export * as HttpSig from '../httpSig.js'
