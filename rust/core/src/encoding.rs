//! Text encodings of bytes. Each decoder is strict: one text for one value.

pub mod base58;
pub mod base64;
pub mod base64url;
pub(crate) mod cbor;
pub mod document;
pub mod frames;
pub(crate) mod go;
pub mod hex;
pub mod jcs;
pub mod multibase;
mod radix;
pub mod varint;
