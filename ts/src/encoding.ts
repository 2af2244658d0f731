/**
 * Text encodings of bytes. Each decoder is strict: it accepts exactly one text for each value.
 *
 * | Name | Is |
 * | --- | --- |
 * | `hex` | base 16, lower case |
 * | `base58` | base 58, Bitcoin's alphabet |
 * | `base64` | base 64 with padding |
 * | `base64url` | base 64 for URLs, without padding |
 * | `jcs` | canonical JSON (RFC 8785) |
 * | `multibase` | text that names its base |
 * | `varint` | whole numbers in as few bytes as they need |
 *
 * @module
 */

export * as base58 from './encoding/base58.js'
export * as base64 from './encoding/base64.js'
export * as base64url from './encoding/base64url.js'
export * as hex from './encoding/hex.js'
export * as multibase from './encoding/multibase.js'
export * as varint from './encoding/varint.js'
export { jcs, jcsBytes } from './jcs.js'
