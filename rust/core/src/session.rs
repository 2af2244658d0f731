//! Sessions, version 1: two agents that share a secret exchange messages that nobody else
//! can read, nor change, repeat, reflect or reorder unnoticed.
//!
//! The secret is 32 uniformly random bytes that both sides hold and nobody else: what a
//! handshake gives, or a key shared beforehand; never a password. The context says what
//! the session is for (names, transcript); sides that differ in it do not understand each other.
//!
//! **One secret and context make one session, ever**: all keys follow from them, so a second session would
//! use the same keys and nonces again, which breaks both. A handshake and a resumption have fresh bytes of
//! both sides in the secret. With a key that is used again, each side sends 32 random bytes of its own, and
//! both make the context of them, by [`fresh_context`]:
//!
//! ```text
//! SHA-256( lp("countersign/session-fresh/v1") ‖ lp(context) ‖ initiator's (32) ‖ responder's (32) )
//! ```
//!
//! ```text
//! lp(x)   = u32be(length of x) ‖ x
//! salt    = SHA-256( lp("countersign/session-context/v1") ‖ lp(context) )
//! root    = HKDF-Extract(salt, secret)
//! keys    = HKDF-Expand(root, "countersign/session/v1", 96)
//!         = key i→r (32) ‖ key r→i (32) ‖ iv i→r (12) ‖ iv r→i (12) ‖ id (8)     epoch 0
//! chains  = HKDF-Expand(root, "countersign/session-chains/v1", 96)
//!         = chain i→r (32) ‖ chain r→i (32) ‖ resumption (32)                    root is wiped
//! epoch n = HKDF-Expand(chain, "countersign/session-epoch/v1" ‖ u32be(n), 76)    n ≥ 1
//!         = next chain (32) ‖ key (32) ‖ iv (12)                                 the old chain is wiped
//! ```
//!
//! `i→r` is what the initiator sends. Each direction counts its own epochs and messages. All
//! hashes are SHA-256. `id` (as hex) names the session in tables; it is no secret, and proves nothing.
//!
//! ```text
//! message = header ‖ ciphertext ‖ tag (16)
//! header  = 0x01 ‖ flags (1) ‖ u32be(epoch) ‖ u64be(sequence)                    14 bytes
//! nonce   = iv XOR ( 0x00000000 ‖ u64be(sequence) )
//! ciphertext, tag = ChaCha20-Poly1305(key, nonce, aad = header ‖ associated, content)
//! content = plaintext                                                            flags 0x00
//!         = plaintext ‖ 0x80 ‖ 0x00…                                             flags 0x01, padded
//! ```
//!
//! The sequence counts all messages of a direction from 0, through every epoch, so no nonce
//! is used twice under a key and a missing message shows in strict order. A sender goes to
//! the next epoch after a number of messages or seconds; a receiver follows by at most
//! [`MAX_AHEAD`] epochs, and only once the tag holds. It keeps the epoch before for
//! [`KEEP_PREVIOUS`] seconds, for messages that come late; in strict order it does not.
//!
//! A message that is refused changes nothing. What is wrong before the tag is checked has codes
//! of its own; every message whose tag fails gets `ERR_SESSION_OPEN`.
//!
//! | Limit | Value |
//! | --- | --- |
//! | plaintext | [`MAX_PLAINTEXT`] bytes |
//! | context | [`MAX_CONTEXT`] bytes |
//! | epochs ahead | [`MAX_AHEAD`] |
//! | replay window | [`WINDOW`] messages in each epoch |
//!
//! A session can be stored as a ticket (`session/ticket.rs`) and resumed under new keys
//! (`session/resume.rs`); its first epoch then has a later number than 0.
//!
//! Not protected: the number of messages, their times, and their lengths (except for padding); nor
//! the epochs whose keys are still in memory, against somebody who reads that memory.

mod batch;
mod cipher;
mod fresh;
mod keys;
mod open;
mod options;
mod receive;
mod resume;
mod role;
pub mod sage;
mod seal;
mod send;
mod state;
mod status;
mod ticket;
#[cfg(test)]
mod unchanged;
mod window;
mod wire;

pub use batch::{MAX_BATCH, open_batch, seal_batch, seal_batch_in_place};
pub use fresh::{FRESH_LEN, fresh_context};
pub use options::{MAX_PADDING, Options};
pub use receive::{KEEP_PREVIOUS, MAX_AHEAD};
pub use resume::{RESUME_LEN, Resumption, answer, check_hello, resumed_id};
pub use role::Role;
pub use state::{MAX_CONTEXT, Session, secret};
pub use status::Status;
pub use ticket::{Facts, MAX_NOTE, Ticket};
pub use window::WINDOW;
pub use wire::{HEADER_LEN, MAX_PLAINTEXT, OVERHEAD, TAG_LEN};
