/**
 * `countersign/ring-go`: ring signatures of ring-go.
 *
 * @example
 * ```ts
 * import * as RingGo from 'countersign/ring-go'
 * const signature = RingGo.sign(digest, signer, { ring: [signer.publicKey, other] })
 * ```
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * from '../ringGo.js'

wantFull()
