//! Hashes that stand for a receipt, or for its content.

use core::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use super::member::malformed;
use crate::{
    Error,
    encoding::{document::Node, hex},
    label,
    record::label_bytes,
};

/// The id of a receipt: its hash.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Id(pub [u8; 32]);

impl FromStr for Id {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || malformed("id", "it must be sha256: and 64 hex digits");
        let digits = text.strip_prefix("sha256:").filter(|digits| digits.len() == 64);
        let bytes = hex::decode(digits.ok_or_else(wrong)?).map_err(|_| wrong())?;
        bytes.try_into().map(Self).map_err(|_| wrong())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", hex::encode(&self.0))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The hash that stands for content: SHA-256(lp(label) ‖ JCS).
///
/// # Errors
///
/// As [`Node::canonical`].
pub fn content_hash(content: Node<'_>) -> Result<Id, Error> {
    let message = label_bytes(label::RECEIPT_CONTENT, content.canonical()?.as_bytes());
    Ok(Id(Sha256::digest(message).into()))
}
