//! Proof of possession, version 1: an agent shows that it holds the key it names.
//!
//! The verifier sends a [`Challenge`]; the prover signs a [`Statement`] that
//! repeats it; the verifier compares every field with what it expects, and then
//! checks the signature. The expected key comes from the caller, never from the proof.
//!
//! ```text
//! lp(x)     = u32be(length of x) ‖ x
//! times     = u64be(issued) ‖ u64be(expires)                   whole Unix seconds
//! head      = lp(did) ‖ lp(key type) ‖ lp(key) ‖ lp(audience) ‖ lp(nonce) ‖ times ‖ lp(algorithm)
//!
//! signing key:  statement = lp("countersign/pop/v1") ‖ head
//!               signature = sign(key, statement)
//!
//! X25519 key:   statement = lp("countersign/pop-agreement/v1") ‖ head
//!                           ‖ lp(identity key type) ‖ lp(identity key) ‖ lp(ephemeral)
//!               signature = sign(identity key, statement)
//!               shared    = X25519(key, ephemeral)
//!               mac key   = HKDF-SHA-256(ikm shared, salt SHA-256(statement),
//!                                        info "countersign/pop-agreement-mac/v1", 32)
//!               mac       = HMAC-SHA-256(mac key, statement)
//! ```
//!
//! Key types and algorithms are written as their names, keys as their canonical bytes
//! ([`crate::keys`]). `ephemeral` is an X25519 key that the verifier made for
//! this challenge. The MAC shows who holds the X25519 key, and the signature who
//! claims it. Either alone would let an agent name a key that is not its own.
//!
//! Records are JSON objects with these members, and no others:
//!
//! | Member | Challenge | Proof | Proof, X25519 | Value |
//! | --- | --- | --- | --- | --- |
//! | `type` | yes | yes | yes | `countersign/pop-challenge/v1`, or the label above |
//! | `audience` | yes | yes | yes | text, 1 to 8192 bytes |
//! | `nonce` | yes | yes | yes | base64url of 16 to 64 bytes |
//! | `issued`, `expires` | yes | yes | yes | Unix seconds, at most a day apart |
//! | `ephemeral` | optional | | yes | Multikey, X25519 |
//! | `did` | | yes | yes | a DID in canonical spelling, at most 8192 bytes |
//! | `key` | | yes | yes | Multikey |
//! | `algorithm` | | yes | yes | as in [`crate::keys::Algorithm`] |
//! | `identityKey`, `mac` | | | yes | Multikey; base64url of 32 bytes |
//! | `signature` | | yes | yes | base64url, of the length of `algorithm` |
//!
//! A record holds at a time `t` if `issued <= t + skew` and `t < expires + skew`.

mod agreement;
mod all;
mod challenge;
mod proof;
pub mod sage;
mod statement;
mod verify;

pub use all::{MAX_KEYS, Verdict, Verdicts, read_keys, read_proofs, verify_all};
pub use challenge::{Challenge, MAX_LIFETIME, read_ephemeral};
pub use proof::Proof;
pub use statement::{Agreement, Statement};
pub use verify::{Expected, Proven, verify, verify_agreement};
