/**
 * `countersign/libp2p`: PeerIds, keys and signatures of libp2p.
 *
 * @module
 */

export * as Peer from '../peer.js'
