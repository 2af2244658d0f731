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
 * Each side holds a key that signs; the responder also holds an X25519 key. Both identities sign the whole
 * transcript (SIGMA-I), so nobody can pretend to be somebody else. Ephemeral keys give forward secrecy, with
 * ML-KEM-768 also against quantum computers. `rust/core/src/handshake.rs` says what exactly holds after which
 * message, and what does not.
 *
 * {@link gate} makes it cheap to refuse a flood of first messages. `countersign/sage` has SAGE's handshake.
 *
 * @module
 */

export { type Gate, gate } from './handshake/gate.js'
export { initiate, type Pending } from './handshake/initiator.js'
export { defaultSkew, type Established, type Peer, type Suite, suites } from './handshake/peer.js'
export { type Answered, respond } from './handshake/responder.js'
