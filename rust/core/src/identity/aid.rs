//! Identities of AgenticIdentity 0.3, and all that is signed under them but receipts and grants
//! (specs/agentic-identity.md 2, 3, 6 to 10).
//!
//! | Module | Reads and verifies |
//! | --- | --- |
//! | [`document`] | identity documents and the rotation of keys; makes both |
//! | [`derive`] | keys derived from an identity's key |
//!
//! Everywhere: an identity is that of its key, ids and hashes are recomputed, and what no signature
//! covers is named.

pub mod derive;
pub mod document;
