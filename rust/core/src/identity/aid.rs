//! Identities of AgenticIdentity 0.3, and what is signed under them. Receipts ([`crate::receipt::aid`])
//! and grants ([`crate::grant::aid`]) stand elsewhere.
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
//! In all of them an identity must be the one that its key gives, ids and hashes are recomputed, and the
//! result names what no signature covers.

pub mod competence;
pub mod continuity;
pub mod derive;
pub mod document;
pub mod file;
pub mod negative;
mod record;
pub mod spawn;
pub mod store;
