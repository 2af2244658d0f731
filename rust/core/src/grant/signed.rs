//! What all records of this module share: the signature, and the id of a grant.
//!
//! Signing goes in two steps, so that any signer fits: a [`Draft`] gives the bytes to
//! sign, and takes the signature.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{
    Acknowledgement, Grant, Presentation, Revocation, StatusList,
    record::{ID_PREFIX, Members, Record, malformed},
};
use crate::{
    Error,
    encoding::{base64url, jcs},
    keys::{Algorithm, HighS, PublicKey, SIGNATURE_LEN, verify},
    label,
};

/// What a record says, apart from its signature.
pub trait Body: Sized {
    /// The value of `type`, under which it is signed.
    const LABEL: &'static str;
    /// The member that holds the key of the signer.
    const KEY: &'static str = "key";

    /// Takes the members of this kind of record.
    ///
    /// # Errors
    ///
    /// `ERR_GRANT_MALFORMED`, `ERR_LIMIT_EXCEEDED`, or a code of what a member holds.
    fn read(record: &mut Fields) -> Result<Self, Error>;

    /// What an honest signer would not sign, though it can be read.
    ///
    /// # Errors
    ///
    /// A code of the kind of record.
    fn check_issue(&self, _key: &PublicKey) -> Result<(), Error> {
        Ok(())
    }
}

/// The members of a record, taken one by one.
pub struct Fields(pub(super) Record);

/// A record that is not signed yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft<T> {
    body: T,
    members: Members,
    key: PublicKey,
    algorithm: Algorithm,
}

/// A record with a signature, which nobody has checked yet: see [`Signed::holds`].
#[derive(Clone, Debug, PartialEq)]
pub struct Signed<T> {
    draft: Draft<T>,
    signature: [u8; SIGNATURE_LEN],
}

impl<T: Body> Draft<T> {
    /// Reads a record without `signature`.
    ///
    /// # Errors
    ///
    /// `ERR_GRANT_VERSION` for another `type`; `ERR_KEY_ALGORITHM` if the key does not do the
    /// algorithm; else as [`Body::read`].
    pub fn from_members(members: Members) -> Result<Self, Error> {
        let mut fields = Fields(Record::new(members.clone()));
        let record = &mut fields.0;
        if record.take("type").as_ref().and_then(Value::as_str) != Some(T::LABEL) {
            return Err(Error::GrantVersion);
        }
        let key = record.key(T::KEY)?;
        let algorithm = record.text("algorithm", 64)?.parse::<Algorithm>()?;
        if key.key_type() != algorithm.key_type() {
            let (key_type, algorithm) = (key.key_type().as_str(), algorithm.as_str());
            return Err(Error::KeyAlgorithm { key_type, algorithm });
        }
        let body = T::read(&mut fields)?;
        fields.0.end()?;
        Ok(Self { body, members, key, algorithm })
    }

    /// The bytes to sign: `u32be(length of the type) ‖ type ‖ JCS(record without signature)`.
    ///
    /// # Errors
    ///
    /// As [`jcs::canonicalize`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        labelled(T::LABEL, &self.members)
    }

    /// Completes the record.
    ///
    /// # Errors
    ///
    /// `ERR_GRANT_SIGNATURE` if the signature is not the key's.
    pub fn attach(self, signature: &[u8]) -> Result<Signed<T>, Error> {
        let signature = signature.try_into().map_err(|_| Error::GrantSignature)?;
        let signed = Signed { draft: self, signature };
        if signed.holds() { Ok(signed) } else { Err(Error::GrantSignature) }
    }

    pub(super) const fn body(&self) -> &T {
        &self.body
    }
}

impl<T: Body> Signed<T> {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::json`]; else as [`Draft::from_members`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::from_members(Record::parse(text)?.rest())
    }

    /// Reads a record that is parsed already.
    ///
    /// # Errors
    ///
    /// As [`Draft::from_members`].
    pub fn from_members(members: Members) -> Result<Self, Error> {
        let mut record = Record::new(members);
        if !record.has("type") {
            return Err(Error::GrantVersion);
        }
        let signature = record.bytes("signature", SIGNATURE_LEN..=SIGNATURE_LEN);
        let draft = Draft::from_members(record.rest())?;
        let signature = signature?.try_into().map_err(|_| malformed("signature"))?;
        Ok(Self { draft, signature })
    }

    /// Writes the record.
    #[must_use]
    pub fn to_members(&self) -> Members {
        let mut members = self.draft.members.clone();
        members.insert("signature".into(), base64url::encode(&self.signature).into());
        members
    }

    /// Writes the record as text.
    #[must_use]
    pub fn to_json(&self) -> String {
        Value::Object(self.to_members()).to_string()
    }

    /// Whether the signature is that of the key which the record names. That anybody trusts
    /// that key is another question.
    #[must_use]
    pub fn holds(&self) -> bool {
        let Draft { key, algorithm, .. } = &self.draft;
        let verified =
            |message: Vec<u8>| verify(*algorithm, key, &message, &self.signature, HighS::Refuse);
        self.draft.to_bytes().is_ok_and(verified)
    }

    /// What it says.
    #[must_use]
    pub const fn body(&self) -> &T {
        &self.draft.body
    }

    /// The key that it names as its signer's.
    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.draft.key
    }

    /// How it is signed.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.draft.algorithm
    }
}

impl Signed<Grant> {
    /// The id: `grant:` and SHA-256 in base64url of
    /// `u32be(23) ‖ "countersign/grant-id/v1" ‖ JCS(whole record)`.
    ///
    /// # Errors
    ///
    /// As [`jcs::canonicalize`].
    pub fn id(&self) -> Result<String, Error> {
        let hash = Sha256::digest(labelled(label::GRANT_ID, &self.to_members())?);
        Ok(format!("{ID_PREFIX}{}", base64url::encode(&hash)))
    }
}

fn labelled(label: &str, members: &Members) -> Result<Vec<u8>, Error> {
    let body = jcs::canonicalize(&Value::Object(members.clone()))?;
    let length = u32::try_from(label.len()).unwrap_or(u32::MAX).to_be_bytes();
    Ok([length.as_slice(), label.as_bytes(), &body].concat())
}

/// The bytes to sign of a record of any kind, as text without `signature`.
///
/// # Errors
///
/// As [`Draft::from_members`] and [`Body::check_issue`].
pub fn signing_input(text: &str) -> Result<Vec<u8>, Error> {
    visit(text, Step::Input)
}

/// The record as text, with its signature.
///
/// # Errors
///
/// As [`signing_input`] and [`Draft::attach`].
pub fn attach(text: &str, signature: &[u8]) -> Result<String, Error> {
    let json = visit(text, Step::Attach(signature))?;
    String::from_utf8(json).map_err(|_| malformed("unknown"))
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Input,
    Attach(&'a [u8]),
}

fn visit(text: &str, step: Step<'_>) -> Result<Vec<u8>, Error> {
    let members = Record::parse(text)?.rest();
    match members.get("type").and_then(Value::as_str).unwrap_or_default() {
        label::GRANT => step.of::<Grant>(members),
        label::GRANT_ACKNOWLEDGEMENT => step.of::<Acknowledgement>(members),
        label::GRANT_PRESENTATION => step.of::<Presentation>(members),
        label::GRANT_REVOCATION => step.of::<Revocation>(members),
        label::GRANT_STATUS_LIST => step.of::<StatusList>(members),
        _ => Err(Error::GrantVersion),
    }
}

impl Step<'_> {
    fn of<T: Body>(self, members: Members) -> Result<Vec<u8>, Error> {
        let draft = Draft::<T>::from_members(members)?;
        draft.body.check_issue(&draft.key)?;
        match self {
            Self::Input => draft.to_bytes(),
            Self::Attach(signature) => Ok(draft.attach(signature)?.to_json().into_bytes()),
        }
    }
}
