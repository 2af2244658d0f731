/**
 * `countersign/libp2p`: PeerIds, keys and signatures of libp2p.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as Peer from '../peer.js'

wantFull()
