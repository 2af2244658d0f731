//! Text encodings of bytes. Each decoder is strict: one text for one value.

pub mod hex;
pub mod jcs;
pub mod json;
