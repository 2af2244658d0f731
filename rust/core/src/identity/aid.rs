//! Identities of AgenticIdentity 0.3, and all that is signed under them but receipts and grants
//!.
//!
//! | Module | Reads and verifies |
//! | --- | --- |
//! | [`document`] | identity documents and the rotation of keys; makes both |
//! | [`derive`] | keys derived from an identity's key |
//! | [`file`] | `.aid` files; makes them |
//! | [`store`] | files of its stores; makes them |
//! | [`continuity`] | experiences, anchors, heartbeats, claims, and chains of them |
//! | [`competence`] | attempts, what they add up to, proofs |
//! | [`spawn`] | records of children, lineage, bounds, and their end |
//! | [`negative`] | proofs and declarations of what an identity does not do |
//!
//! Everywhere: an identity is that of its key, ids and hashes are recomputed, and what no signature
//! covers is named.

pub mod competence;
pub mod continuity;
pub mod derive;
pub mod document;
pub mod file;
pub mod negative;
mod record;
pub mod spawn;
pub mod store;
