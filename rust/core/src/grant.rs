//! Grants, version 1: who lets whom do what, and for how long.
//!
//! An issuer lets a subject act; the subject may pass on a part of that, and so on down. A
//! chain goes from the root, whose issuer the verifier trusts, to the holder, which proves
//! that it has the last key. A link is not believed: depth is counted, ids are hashed anew,
//! and no link may allow more than the link above.
//!
//! ```text
//! lp(x)     = u32be(length of x) ‖ x
//! message   = lp(type) ‖ JCS(record without "signature")          as in [`crate::signed_record`]
//! signature = sign(key, message)
//! id        = "grant:" ‖ base64url(SHA-256(lp("countersign/grant-id/v1") ‖ JCS(whole grant)))
//! ```
//!
//! Records are JSON objects of these members, and no other. `?` may be left out.
//!
//! | Record, `type` `countersign/…/v1` | Members |
//! | --- | --- |
//! | `grant` | `issuer`, `issuerKey`, `keyId`?, `subject`, `subjectKey`, `capabilities`, `constraints`, `delegation`, `parent`?, `issued`, `nonce` |
//! | `grant-acknowledgement` | `grant`, `key`, `issued` |
//! | `grant-presentation` | `grant`, `key`, `audience`, `nonce`, `issued`, `expires`, `request`? |
//! | `grant-revocation` | `grant`, `revoker`, `key`, `keyId`?, `issued`, `effective`, `reason`? |
//! | `grant-status-list` | `issuer`, `key`, `keyId`?, `issued`, `nextUpdate`, `revoked` |
//!
//! All have `type`, `algorithm` ([`crate::keys::Algorithm`]) and `signature` (base64url, of the length of the algorithm).
//!
//! | Member | Value |
//! | --- | --- |
//! | `issuer`, `subject`, `revoker` | a DID in canonical spelling, at most 8192 bytes |
//! | `issuerKey`, `subjectKey`, `key` | Multikey; `issuerKey` and `key` sign |
//! | `keyId` | name of that key in a trust input, at most 8192 bytes |
//! | `capabilities` | 1 to 64 texts ([`capability`]), none twice |
//! | `constraints` | an object ([`constraints`]) |
//! | `delegation` | how many grants may follow below, 0 to 15 |
//! | `grant`, `parent` | an id; a root has no `parent` |
//! | `issued`, `effective`, `expires`, `nextUpdate` | Unix seconds |
//! | `nonce` | base64url of 16 to 64 bytes |
//! | `audience` | text, 1 to 512 bytes |
//! | `request` | `{ "method", "url", "body" }`: texts, and SHA-256 of the body in base64url |
//! | `reason` | text, 1 to 8192 bytes |
//! | `revoked` | ids in base64url ([`status`]) |
//!
//! A chain is a JSON array, the root first, of at most [`MAX_LINKS`]. The text is read by
//! [`crate::encoding::document`], so at most 1 MiB of it.
//!
//! A verification costs at most one signature check for each link, one for each status record ([`status::MAX_RECORDS`])
//! and one for the presentation: each record names its key, and no other is tried. That is 273 at most, or twice as many
//! if each is signed with two keys ([`crate::keys::Algorithm::Ed25519MlDsa65`]).
//!
//! Keys act, not DIDs. That a subject's DID belongs to its key is shown by the DID itself
//! (`did:key`, `did:jwk`), or else is only the issuer's word; the fact `identities` says which.

pub mod aid;
pub mod capability;
pub mod constraints;
pub mod header;
pub mod network;
pub mod status;

mod authorize;
mod chain;
mod delegate;
mod link;
mod options;
mod present;
mod record;
mod report;
mod revocation;
mod signed;
mod verify;

pub use authorize::{Presented, authorize, verify};
pub use chain::{Chain, describe};
pub use delegate::{Acknowledgement, acknowledge, delegate, verify_acknowledgement};
pub use link::Grant;
pub use options::{Action, Options};
pub use present::{
    Expected, HttpRequest, MAX_LIFETIME, Presentation, present, verify_presentation,
};
pub use report::{Counted, Fact, Report};
pub use revocation::{Ended, Revocation, verify_revocation};
pub use signed::unsigned;
pub use status::{Status, StatusList};
pub use verify::verify_chain;

pub use crate::{
    fact::State,
    signed_record::{Body, Draft, Signed},
};

/// Most links of a chain.
pub const MAX_LINKS: usize = 16;

/// Most capabilities of one grant.
pub const MAX_CAPABILITIES: usize = 64;
