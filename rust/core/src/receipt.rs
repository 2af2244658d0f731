//! Receipts, version 1: an agent signs what it did, and links it to what it did before.
//!
//! ```text
//! lp(x)      = u32be(length of x) ‖ x
//! body       = the receipt without `signature` and `witnesses`
//! statement  = lp("countersign/receipt/v1") ‖ JCS(body)
//! signature  = sign(actor's key, statement)
//! hash       = SHA-256(lp("countersign/receipt-hash/v1") ‖ lp(JCS(body)) ‖ signature)
//! id         = "sha256:" ‖ lower-case hex of hash
//! ```
//!
//! The id is not part of the receipt. It is computed from the receipt, so it cannot be wrong. It covers the
//! actor's signature, but not the witnesses, which may come later.
//!
//! A receipt has these members, and no others:
//!
//! | Member | Value |
//! | --- | --- |
//! | `type` | `countersign/receipt/v1` |
//! | `actor` | who acted: a DID in canonical spelling, at most 8192 bytes |
//! | `keyId` | which key signed: the actor, `#`, and a fragment of at most 4096 bytes |
//! | `algorithm` | as in [`crate::keys::Algorithm`] |
//! | `action` | 1 to 128 of `A-Z a-z 0-9 . _ : / -` |
//! | `content` | what was done: any JSON |
//! | `contentHash` | instead of `content`: `sha256:` and hex of SHA-256(lp("countersign/receipt-content/v1") ‖ JCS(content)) |
//! | `references` | optional: 1 to 64 texts |
//! | `context` | optional: text |
//! | `grant` | optional: the id of the grant under which it was done, opaque here |
//! | `sequence` | 0 for the first receipt of a chain, and one more for each after it |
//! | `previous` | the id of the receipt before; absent only at sequence 0 |
//! | `time` | Unix milliseconds |
//! | `final` | optional, `true`: the last receipt of its chain |
//! | `next` | only in a key rotation, see below |
//! | `signature` | base64url, of the length of the algorithm |
//! | `witnesses` | optional: a list, see below |
//!
//! Texts have 1 to 8192 bytes. A receipt has either `content` or `contentHash`. A hash hides content only if
//! the content cannot be guessed; where it could be, add a random member to it.
//!
//! A **witness** signs that it saw a receipt. Its entry is
//! `{ witness, keyId, algorithm, time, signature }`, a signature over
//! lp("countersign/receipt-witness/v1") ‖ JCS(`{ receipt: id, … the entry without signature }`).
//! A witness whose signature does not hold says nothing about the receipt, and is reported.
//!
//! A **key rotation** has the action `countersign/key-rotation` and the member
//! `next: { keyId, algorithm, key, signature }`. `key` is a Multikey, and the signature is
//! the new key's, over lp("countersign/receipt-rotation/v1") ‖ JCS(body without
//! `next.signature`). The old key then signs the body, that signature included. From the next
//! receipt on, the new key signs the chain.
//!
//! | Module | Does |
//! | --- | --- |
//! | [`Draft`] | is a receipt to be signed |
//! | [`verify`], [`verify_batch`] | verify one receipt, or many separate ones, with their witnesses, against a trust input |
//! | [`chain`] | verifies a chain of receipts, one at a time, in bounded memory |
//! | [`envelope`] | exports and imports receipts as JWS, DSSE and `COSE_Sign1` |
//! | [`query`] | selects among receipts; verifies nothing |
//! | [`ring`] | shows that one of several agents stands behind a receipt |
//! | [`aid`] | reads and makes the receipts of AgenticIdentity |

pub mod aid;
mod body;
pub mod chain;
mod cose;
mod draft;
mod dsse;
pub mod envelope;
mod expected;
mod id;
mod key;
mod member;
mod next;
mod policy;
pub mod query;
mod record;
pub mod ring;
mod rotation;
mod testimony;
mod verify;
mod witness;

pub use body::MAX_REFERENCES;
pub use draft::Draft;
pub use expected::Expected;
pub use id::{Id, content_hash};
pub use member::MAX_TEXT;
pub use next::Rotation;
pub use record::Receipt;
pub use rotation::{unsigned_rotation, with_next};
use testimony::verify_witnesses;
pub use testimony::{Testimonies, Testimony};
pub use verify::{Verified, verify, verify_batch};
pub use witness::{MAX_WITNESSES, Witness};

/// The media type of a receipt.
pub const MEDIA_TYPE: &str = "application/vnd.countersign.receipt+json";

/// The action of a key rotation.
pub const KEY_ROTATION: &str = "countersign/key-rotation";
