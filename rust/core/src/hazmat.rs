//! Parts without a safety net. **Dangerous**: each is safe only inside a protocol
//! that was proven secure, and a mistake does not show.
//!
//! | Module | Is | Limits |
//! | --- | --- | --- |
//! | [`aead`] | ChaCha20-Poly1305, XChaCha20-Poly1305 and AES-GCM | one nonce for each message, never twice |
//! | [`argon2id`] | Argon2id (RFC 9106) | at most 1 GiB, and 8 GiB over all passes |
//! | [`hkdf`] | HKDF with SHA-256 (RFC 5869) | output at most 8,160 bytes |
//! | [`hmac`] | HMAC with SHA-256 (RFC 2104, FIPS 198-1) | tags of 32 bytes only |
//! | [`ecdh`] | raw Diffie-Hellman on P-256, secp256k1 and X25519 | |
//! | [`ecdsa`] | signatures over a given digest, on P-256 and secp256k1 | digests of 32 bytes |
//! | [`structured_fields`] | Structured Fields for HTTP (RFC 9651) | 64 KiB |
//!
//! Secrets cross to JavaScript here, and nowhere else. What is safe by itself
//! is in [`crate::keys`] and in the protocols.

pub mod aead;
pub mod argon2id;
pub(crate) mod chacha;
pub mod ecdh;
pub mod ecdsa;
pub mod hkdf;
pub mod hmac;
pub mod structured_fields;
