//! Identity documents, and the rotation of keys.
//!
//! ```text
//! signed   = {"id":…,"public_key":…,"algorithm":"ed25519","created_at":…,"name":…}, by the key
//! rotation = "rotate:" ‖ old ‖ ":" ‖ new ‖ ":" ‖ rotated_at ‖ ":" ‖ reason, by the old key
//! ```
//!
//! AgenticIdentity verifies no rotation. Here the whole history must hold: each step is signed by the key
//! before it, the steps lead from one key to the next in the order of their times, and the last leads to
//! the key of the document. The identity changes with the key, and the first identity is reported as the
//! inception. But the document's signature does not cover the history, and no new key signs its step: a
//! holder of any key can sign a step to somebody else's key, and put that step before their history. So
//! the inception is only claimed. Attestations are neither made nor checked; a document that has some
//! reports them as uncovered.

mod issue;
mod rotate;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Error,
    aid::{self, Anchors, Read, compact, ensure, refuse},
    keys::PublicKey,
    print::Written,
    trust::ProvenKey,
};

pub use issue::unsigned;
pub use rotate::unsigned_rotation;

/// Why a key was rotated.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum RotationReason {
    /// `scheduled`.
    Scheduled,
    /// `compromised`.
    Compromised,
    /// `device_lost`.
    DeviceLost,
    /// `policy_required`.
    PolicyRequired,
    /// `manual`.
    Manual,
}

impl RotationReason {
    const fn tag(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::Compromised => "compromised",
            Self::DeviceLost => "device_lost",
            Self::PolicyRequired => "policy_required",
            Self::Manual => "manual",
        }
    }
}

/// Most rotations of a document. Each costs a signature check, and whoever sends the document chooses how many there are.
pub const MAX_ROTATIONS: usize = 256;

/// One step from a key to the next.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Rotation {
    /// The key before.
    pub previous_key: String,
    /// The key after.
    pub new_key: String,
    /// When the key was rotated, as the holder of the old key says.
    pub rotated_at: u64,
    /// Why it was rotated.
    pub reason: RotationReason,
    /// The old key's signature.
    pub authorization_signature: String,
}

impl Rotation {
    fn message(&self) -> String {
        let (old, new, reason) = (&self.previous_key, &self.new_key, self.reason.tag());
        format!("rotate:{old}:{new}:{}:{reason}", self.rotated_at)
    }
}

/// An identity document.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Document {
    /// `aid_…`.
    pub id: String,
    /// The key.
    pub public_key: String,
    /// `ed25519`.
    pub algorithm: String,
    /// When it was made, as the holder says.
    pub created_at: u64,
    /// A name for people to read.
    pub name: Option<String>,
    /// The earlier keys. The signature does not cover them.
    pub rotation_history: Vec<Rotation>,
    /// What others are said to state. The signature does not cover it.
    pub attestations: Vec<Value>,
    /// The signature over the first five members.
    pub signature: String,
}

/// What the format leaves unproven in every document.
pub const UNPROVEN: [&str; 4] = [
    "completeness of rotation_history",
    "that the holder of the key agreed to rotation_history",
    "inception",
    "time",
];

#[derive(Serialize)]
struct Payload<'a> {
    id: &'a str,
    public_key: &'a str,
    algorithm: &'a str,
    created_at: u64,
    name: Option<&'a str>,
}

/// A document that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The document.
    pub document: Document,
    /// Its key.
    pub signer: ProvenKey,
    unknown: Vec<String>,
}

impl Document {
    /// What is signed.
    #[must_use]
    pub fn payload(&self) -> String {
        compact(&Payload {
            id: &self.id,
            public_key: &self.public_key,
            algorithm: &self.algorithm,
            created_at: self.created_at,
            name: self.name.as_deref(),
        })
    }

    /// The text, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        compact(self)
    }

    pub(super) fn check(&self, anchors: &Anchors) -> Result<PublicKey, Error> {
        let what = "an identity document";
        ensure(self.algorithm == "ed25519", || refuse(what, "the algorithm is not ed25519"))?;
        let key = anchors.read_key(&self.id, &self.public_key)?;
        ensure(aid::holds(&key, &self.payload(), &self.signature), || Error::AidSignature)?;
        check_history(&self.rotation_history, self.created_at, &self.public_key)?;
        Ok(key)
    }

    fn inception(&self) -> Result<String, Error> {
        let first =
            self.rotation_history.first().map_or(&self.public_key, |step| &step.previous_key);
        aid::identity_of(&aid::key(first)?)
    }
}

/// Checks that every step holds, that times do not run back, and that the steps lead from key to key up to
/// `current`.
pub(super) fn check_history(
    history: &[Rotation],
    created_at: u64,
    current: &str,
) -> Result<(), Error> {
    let over = || Error::LimitExceeded("number of rotations", MAX_ROTATIONS);
    ensure(history.len() <= MAX_ROTATIONS, over)?;
    let (mut time, mut holder) =
        (created_at, history.first().map(|step| step.previous_key.as_str()));
    for step in history {
        ensure(holder == Some(step.previous_key.as_str()), || Error::AidLink)?;
        aid::check_forwards(time, step.rotated_at)?;
        let key = aid::key(&step.previous_key)?;
        aid::key(&step.new_key)?;
        let good = aid::holds(&key, &step.message(), &step.authorization_signature);
        ensure(good, || Error::AidSignature)?;
        (time, holder) = (step.rotated_at, Some(step.new_key.as_str()));
    }
    ensure(holder.is_none_or(|holder| holder == current), || Error::AidLink)
}

/// Verifies a document.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`, `ERR_AID_KEY`, `ERR_AID_IDENTITY`,
/// `ERR_AID_SIGNATURE` (also of a rotation), `ERR_AID_LINK`, `ERR_AID_TIME` (of the history),
/// `ERR_AID_UNTRUSTED`; `ERR_LIMIT_EXCEEDED` over [`MAX_ROTATIONS`].
pub fn verify(text: &str, anchors: &Anchors) -> Result<Verified, Error> {
    let Read { value: document, unknown } = read(text)?;
    let key = document.check(anchors)?;
    let signer = anchors.judge(&document.id, &key)?;
    Ok(Verified { document, signer, unknown })
}

fn read(text: &str) -> Result<Read<Document>, Error> {
    aid::read(text, "an identity document")
}

impl Verified {
    /// The facts, as JSON.
    ///
    /// # Errors
    ///
    /// None after [`verify`], which has read every key.
    pub fn to_json(&self) -> Result<String, Error> {
        let document = &self.document;
        let mut uncovered: Vec<&str> = self.unknown.iter().map(String::as_str).collect();
        uncovered.push("rotation_history");
        uncovered.extend((!document.attestations.is_empty()).then_some("attestations"));
        let rotation = |row: Written, step: &Rotation| {
            row.text("from", &step.previous_key)
                .text("message", &step.message())
                .text("reason", step.reason.tag())
                .text("rotatedAt", &step.rotated_at.to_string())
                .text("to", &step.new_key)
        };
        Ok(Written::new()
            .text("createdAt", &document.created_at.to_string())
            .text("document", &document.to_json())
            .text("id", &document.id)
            .text("inception", &document.inception()?)
            .text_or_null("name", document.name.as_deref())
            .text("payload", &document.payload())
            .objects("rotations", document.rotation_history.iter(), rotation)
            .json("signer", &self.signer.to_json())
            .texts("uncovered", uncovered.into_iter())
            .texts("unproven", UNPROVEN.into_iter())
            .end())
    }
}
