//! Hybrid public key encryption (RFC 9180), over our X25519, HKDF and ciphers.
//!
//! | Part | Offered |
//! | --- | --- |
//! | KEM | DHKEM(X25519, HKDF-SHA256) `0x0020`; X-Wing (X25519 with ML-KEM-768) `0x647a` |
//! | KDF | HKDF-SHA256 `0x0001` |
//! | AEAD | ChaCha20-Poly1305 `0x0003`, AES-128-GCM `0x0001`, AES-256-GCM `0x0002`, export-only `0xffff` |
//! | Mode | base, psk; with X25519 also auth and auth_psk |
//!
//! X-Wing is that of draft-connolly-cfrg-xwing-kem, in HPKE as in draft-ietf-hpke-pq. It keeps
//! a secret from whoever gets a quantum computer; it does not authenticate.
//!
//! Stricter than the RFC: an X25519 key of small order or in a second encoding is refused
//! wherever it comes from, and a PSK has at least 32 bytes. `info`, a PSK and its
//! id have at most [`MAX_INPUT`] bytes.
//!
//! What the modes do not give: base does not authenticate the sender, auth does not against whoever
//! has the recipient's secret key (RFC 9180, section 9.1.1), and nothing here has forward secrecy
//! against that key or stops a replay of the first message. [`crate::handshake`] does.

mod aead;
mod check;
mod context;
mod dhkem;
mod fixed;
mod hybrid;
mod kem;
mod schedule;
mod secret;
mod setup;
mod terms;
mod xwing;

pub use aead::Aead;
pub use check::MAX_INPUT;
pub use context::{Receiver, Sender};
pub use fixed::sender_from;
pub use kem::{Kem, RecipientKey, derive_x25519};
pub use secret::RecipientSecret;
pub use setup::{receiver, sender};
pub use terms::{MIN_PSK, Psk, Setup};
pub use xwing::XWingSecret;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
