/**
 * `countersign/http`: HTTP message signatures (RFC 9421), their profiles, and adapters for servers.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as HttpSig from '../httpSig.js'

wantFull()
