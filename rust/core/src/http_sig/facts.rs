//! What a verified signature proved, as facts.

use super::{Alg, Parameters, require::covers_body};
use crate::trust::ProvenKey;

/// Who signed.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// The holder of a trusted key.
    Key(Box<ProvenKey>),
    /// Somebody who has the secret; a fingerprint of it.
    Secret([u8; 32]),
}

impl By {
    /// The key that signed, as it is trusted; a shared secret is none.
    fn key(&self) -> Option<&ProvenKey> {
        match self {
            Self::Key(proven) => Some(proven),
            Self::Secret(_) => None,
        }
    }
}

/// Who signed, and how.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) algorithm: Alg,
    pub(super) by: By,
    /// Whether it is an ECDSA signature with a high S, which anybody could have made of the one with the low S.
    pub(super) high_s: bool,
}

/// What a signature proved. Only [`super::verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    pub(super) label: String,
    pub(super) parameters: Parameters,
    pub(super) proof: Proof,
    pub(super) uncovered: Vec<String>,
    pub(super) replay: Option<String>,
}

impl Verified {
    /// The facts as JSON: what the signature says of itself, as of [`super::list_to_json`], and
    /// `{ algorithm, signer, highS?, bodyCovered, uncovered, replay? }`; `signer` is `null` for a shared secret,
    /// `highS` stands where it is true, and `replay`, that of [`crate::replay`], where the policy asks for it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let signer = self.proof.by.key().map_or_else(|| "null".to_owned(), ProvenKey::to_json);
        self.parameters
            .claims(&self.label)
            .text("algorithm", self.proof.algorithm.as_str())
            .flag("bodyCovered", covers_body(&self.parameters))
            .maybe(self.proof.high_s.then_some(true), |facts, high| facts.flag("highS", high))
            .maybe(self.replay.as_ref(), |facts, replay| facts.json("replay", replay))
            .json("signer", &signer)
            .texts("uncovered", self.uncovered.iter().map(String::as_str))
            .end()
    }
}
