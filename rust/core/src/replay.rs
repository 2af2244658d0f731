//! What a replay store remembers: one form of mark for everything that may come only once.
//!
//! ```text
//! lp(x)  = u32be(length of x) ‖ x
//! mark   = base64url(SHA-256(lp("countersign/replay-mark/v1") ‖ lp(label) ‖ lp(verifier) ‖ lp(holder) ‖ lp(nonce)))
//! sender = base64url(SHA-256(lp("countersign/replay-sender/v1") ‖ lp(holder)))
//! ```
//!
//! A nonce alone has no owner: whoever sees it could present it first, and so use up the nonce of another
//! party. With the holder in the mark, nobody can use up the nonces of another; with the label and the
//! verifier, formats and services can share a store.

use sha2::{Digest, Sha256};

use crate::{
    encoding::{base64url, frames},
    label,
    print::Written,
    time::UnixSeconds,
};

/// What may come only once, and whose it is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Once<'a> {
    /// The format, one of [`crate::label`].
    pub label: &'static str,
    /// For whom it is: an audience, a DID; empty where the format names nobody.
    pub verifier: &'a [u8],
    /// Whose it is, by what was proven: a key, or a DID.
    pub holder: &'a [u8],
    /// What its holder, or the verifier, made to be used once.
    pub nonce: &'a [u8],
}

impl Once<'_> {
    /// What the store remembers. It always has the same length, and reveals nothing of its parts.
    #[must_use]
    pub fn mark(&self) -> String {
        hash(&[
            label::REPLAY_MARK.as_bytes(),
            self.label.as_bytes(),
            self.verifier,
            self.holder,
            self.nonce,
        ])
    }

    /// The holder as a store may name it, to give each an equal share of its room.
    #[must_use]
    pub fn sender(&self) -> String {
        hash(&[label::REPLAY_SENDER.as_bytes(), self.holder])
    }

    /// `{ mark, sender, until }`; `until` is the first Unix second at which the store may forget the mark.
    #[must_use]
    pub fn to_json(&self, until: UnixSeconds) -> String {
        self.to_json_of(&self.sender(), until)
    }

    /// As [`Self::to_json`], where the share of another sender is used.
    pub(crate) fn to_json_of(self, sender: &str, until: UnixSeconds) -> String {
        let written = Written::new().text("mark", &self.mark()).text("sender", sender);
        written.number("until", until.0).end()
    }
}

fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(frames::length(part));
        hash.update(part);
    }
    base64url::encode(&hash.finalize())
}
