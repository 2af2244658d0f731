/**
 * DIDs: parse and resolve.
 *
 * @module
 */

export { type DidUrl, inspect, method, type Parts, parse, parseUrl } from '../did/parse.js'
export { type DocumentCache, type Method, type Resolver, resolver } from '../did/resolver.js'
export type { Did, DidDocument, Service, VerificationMethod } from '../did/types.js'
