/**
 * Handshake: two agents that know each other's DID documents open a session in two messages.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | initiator | {@link initiate}, sends `message` |
 * | 2 | responder | {@link respond}, sends `reply` |
 * | 3 | initiator | `pending.finish(reply)`: its session is ready |
 * | 4 | responder | its session is confirmed by the first message that opens |
 *
 * Each side holds its own keys: one that signs and, on the responder's side, an X25519 key. Both identities sign
 * the whole transcript (SIGMA-I), so nobody can be talked to under another's name; ephemeral keys give
 * forward secrecy, with ML-KEM-768 against quantum computers too. What exactly holds after which message, and what
 * does not, is said in `rust/core/src/handshake.rs`.
 *
 * {@link gate} makes a flood of first messages cheap to refuse. {@link sage} speaks SAGE's handshake.
 *
 * @module
 */

export { type Gate, gate } from './handshake/gate.js'
export { initiate, type Pending } from './handshake/initiator.js'
export { defaultSkew, type Established, type Peer, type Suite, suites } from './handshake/peer.js'
export { type Answered, respond } from './handshake/responder.js'
