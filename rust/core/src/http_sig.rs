//! HTTP Message Signatures (RFC 9421), with Digest Fields (RFC 9530, sha-256 and sha-512).
//!
//! A signature covers the components that it lists, and nothing else. The base that is signed has
//! one line for each, and a last line with the list itself and its parameters:
//!
//! ```text
//! "@method": POST
//! "content-digest": sha-256=:X48E9q…:
//! "@signature-params": ("@method" "content-digest");created=1618884473;keyid="…"
//! ```
//!
//! | Component | Value | Parameters |
//! | --- | --- | --- |
//! | a field name, lower case | values of its lines, trimmed, joined by `", "` | `sf key bs tr req` |
//! | `@method @authority @scheme @target-uri @request-target @path @query` | of the request | `req` |
//! | `@query-param` | the one value of that name, percent-encoded | `name req` |
//! | `@status` | of the response | |
//!
//! | Algorithm | Key | Signature |
//! | --- | --- | --- |
//! | `ed25519` | Ed25519 | 64 bytes |
//! | `ecdsa-p256-sha256` | P-256 | r ‖ s; a high S is accepted, as the RFC does not forbid it, and reported |
//! | `ecdsa-secp256k1-sha256`, a private name | secp256k1 | the same |
//! | `hmac-sha256` | a shared secret of 32 bytes or more | 32 bytes; proves no identity to others |
//!
//! Keys of ML-DSA and hybrid keys are refused (`ERR_HTTP_SIG_ALGORITHM`): the registry of RFC 9421,
//! section 6.2, has no name for them, and nobody would understand a private one.
//!
//! The algorithm is that of the key; `alg` may repeat it and must not differ. `keyid` chooses among
//! trusted keys. Without another policy a signature must cover method, target and body, and be made
//! at most five minutes ago.
//!
//! Verifying costs at most 16 signature checks ([`crate::trust::Checks`]) unless the policy allows more: a
//! `keyid` may mean many trusted keys, and the sender chooses the `keyid`.
//!
//! Refused, where the RFC leaves room: a URL with a fragment; a line break, or any other control character, in a field; a
//! name, label or parameter that comes twice; a query parameter of a name that comes twice; `;sf` on
//! a field whose canonical form depends on its kind; anything but ASCII in a covered value.
//!
//! Limits: a message of 1 MiB of JSON, 1024 fields; 16 signatures; 64 components.

mod algorithm;
mod base;
mod component;
mod digest;
mod facts;
mod field;
mod message;
mod parameters;
mod policy;
mod profile;
mod query;
mod require;
mod sage;
mod sign;
mod signatures;
mod target;
mod value;
mod verify;
pub mod web_bot_auth;

pub use algorithm::Alg;
pub use base::base;
pub use component::Component;
pub use digest::{Hash, content_digest, verify_content_digest};
pub use facts::Verified;
pub use message::Message;
pub use parameters::{MAX_COMPONENTS, Parameters};
pub use policy::Policy;
pub use profile::Profile;
pub use sign::{Prepared, prepare};
pub use signatures::{Found, list_to_json};
pub use verify::{Keys, Secret, choose_to_json, verify};
