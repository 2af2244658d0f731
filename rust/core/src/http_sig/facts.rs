//! What a verified signature proved, as facts.

use serde_json::{Value, json};

use super::{Alg, Parameters, require::covers_body, signatures::claims};
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
    pub(super) replay: Option<Value>,
}

impl Verified {
    /// The facts as JSON: what the signature says of itself, as of [`super::list_to_json`], and
    /// `{ algorithm, signer, highS?, bodyCovered, uncovered, replay? }`; `signer` is `null` for a shared secret,
    /// `highS` stands where it is true, and `replay` is that of [`crate::replay`].
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut facts = claims(&self.label, &self.parameters);
        let Some(members) = facts.as_object_mut() else { return facts.to_string() };
        let mut put = |name: &str, value: Value| members.insert(name.to_owned(), value);
        put("algorithm", self.proof.algorithm.as_str().into());
        put("bodyCovered", covers_body(&self.parameters).into());
        put("uncovered", json!(self.uncovered));
        self.proof.high_s.then(|| put("highS", true.into()));
        put("signer", json!(self.proof.by.key()));
        self.replay.as_ref().map(|replay| put("replay", replay.clone()));
        facts.to_string()
    }
}
