//! Records that are signed under their type: what grants and the records of identities share.
//!
//! A record ([`crate::record`]) has three members, whatever its kind: `type`, `algorithm`
//! ([`crate::keys::Algorithm`]) and `signature` (base64url). One more, by default `key`, is the Multikey
//! that signs.
//!
//! ```text
//! lp(x)     = u32be(length of x) ‖ x
//! message   = lp(type) ‖ JCS(record without "signature")
//! signature = sign(key, message)
//! id        = prefix ‖ base64url(SHA-256(lp(label of the id) ‖ JCS(whole record)))
//! ```
//!
//! A [`Draft`] is what a caller wants said, read and checked; [`Draft::into_unsigned`] has it signed, by whoever
//! holds the key.
//!
//! Several records cross as [`frames`](crate::encoding::frames).

use serde_json::Value;

use crate::{
    Error,
    encoding::base64url,
    keys::{Algorithm, PublicKey},
    print::Print,
    record::{self, Members, Record, Refuse, label_members, label_with},
    trust::Trust,
    unsigned::Unsigned,
};

mod common;

/// The errors of a format.
#[derive(Debug)]
pub struct Refusals {
    /// For a member that is missing, unknown or wrong.
    pub malformed: Refuse,
    /// For another `type`, of which it has the first letters.
    pub version: fn(String) -> Error,
    /// For a signature that does not hold.
    pub signature: Error,
}

/// What a record says, apart from its signature.
pub trait Body: Sized {
    /// The value of `type`, under which it is signed.
    const LABEL: &'static str;
    /// The member that holds the key of the signer.
    const KEY: &'static str = "key";
    /// How the format names what is wrong.
    const REFUSALS: &'static Refusals;

    /// Takes the members of this kind of record.
    ///
    /// # Errors
    ///
    /// As [`Refusals::malformed`]; `ERR_LIMIT_EXCEEDED`, or a code of what a member holds.
    fn read(record: &mut Record<'_>) -> Result<Self, Error>;

    /// Refuses what can be read, but no honest signer would sign.
    ///
    /// # Errors
    ///
    /// A code of the kind of record.
    fn check_issue(&self, _key: &PublicKey) -> Result<(), Error> {
        Ok(())
    }
}

/// A kind of record that others refer to, by a hash of all of it.
pub trait Identified: Body {
    /// What it is hashed under.
    const ID_LABEL: &'static str;
    /// What its id starts with.
    const ID_PREFIX: &'static str;
}

/// A record that is not signed yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft<T> {
    body: T,
    members: Members,
    key: PublicKey,
    algorithm: Algorithm,
}

/// A record with a signature that was not checked yet: see [`Signed::holds`].
#[derive(Clone, Debug, PartialEq)]
pub struct Signed<T> {
    draft: Draft<T>,
    signature: Vec<u8>,
}

impl<T: Body> Draft<T> {
    /// Reads a record without `signature`.
    ///
    /// # Errors
    ///
    /// [`Refusals::version`] for another `type`; `ERR_KEY_ALGORITHM` if the key does not do the
    /// algorithm; else as [`Body::read`].
    pub fn from_members(members: Members) -> Result<Self, Error> {
        let mut record = Record::new(&members, T::REFUSALS.malformed);
        let (key, algorithm) = common::read_signer(&mut record, T::LABEL, T::KEY, T::REFUSALS)?;
        let body = T::read(&mut record)?;
        record.end()?;
        Ok(Self { body, members, key, algorithm })
    }

    /// The bytes to sign: `lp(type) ‖ JCS(record without signature)`.
    ///
    /// # Errors
    ///
    /// As [`crate::encoding::jcs::canonicalize`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        label_members(T::LABEL, &self.members)
    }

    /// The record, to be signed.
    ///
    /// # Errors
    ///
    /// As [`Body::check_issue`] and [`crate::encoding::jcs::canonicalize`].
    pub fn into_unsigned(self) -> Result<Unsigned, Error>
    where
        T: 'static,
    {
        self.body.check_issue(&self.key)?;
        let (algorithm, key) = (self.algorithm, self.key.clone());
        let message = self.to_bytes()?;
        let complete = move |message: &[u8], signature: &[u8]| {
            let signature = base64url::encode(signature);
            label_with(message, T::LABEL, self.members, ("signature", &signature))
        };
        let refused = T::REFUSALS.signature.clone();
        Ok(Unsigned::new(algorithm, message, complete).bind_to(key, refused))
    }

    /// What it says.
    #[must_use]
    pub const fn body(&self) -> &T {
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
        Self::from_members(record::members(text)?)
    }

    /// Reads a record that is parsed already.
    ///
    /// # Errors
    ///
    /// As [`Draft::from_members`].
    pub fn from_members(mut members: Members) -> Result<Self, Error> {
        let signature = common::take_signature(&mut members, T::REFUSALS)?;
        let draft = Draft::from_members(members)?;
        let signature = common::check_length(signature, draft.algorithm, T::REFUSALS)?;
        Ok(Self { draft, signature })
    }

    /// The members that the signature covers.
    pub(crate) const fn said(&self) -> &Members {
        &self.draft.members
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
        Value::Object(self.to_members()).print()
    }

    /// Whether the signature is by the key that the record names. Whether anybody trusts that key
    /// is another question.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.is_by(&self.draft.key)
    }

    /// [`Self::holds`], with the tables that the trust input may have of the key.
    #[must_use]
    pub fn holds_for(&self, trust: &Trust) -> bool {
        self.is_by(trust.with_tables(&self.draft.key))
    }

    fn is_by(&self, key: &PublicKey) -> bool {
        let Draft { members, algorithm, .. } = &self.draft;
        common::is_signed(T::LABEL, members, *algorithm, key, &self.signature)
    }

    /// [`Self::holds`] as a check.
    ///
    /// # Errors
    ///
    /// [`Refusals::signature`].
    pub fn check(&self) -> Result<(), Error> {
        if self.holds() { Ok(()) } else { Err(T::REFUSALS.signature.clone()) }
    }

    /// [`Self::holds_for`] as a check.
    ///
    /// # Errors
    ///
    /// [`Refusals::signature`].
    pub fn check_for(&self, trust: &Trust) -> Result<(), Error> {
        if self.holds_for(trust) { Ok(()) } else { Err(T::REFUSALS.signature.clone()) }
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

impl<T: Identified> Signed<T> {
    /// As [`Signed::from_members`], with the id.
    ///
    /// # Errors
    ///
    /// As [`Signed::from_members`] and [`Signed::id`].
    pub fn identify(members: Members) -> Result<(Self, String), Error> {
        // Of the record as it came: to put it together again would copy all of it.
        let id = id_of::<T>(&members);
        let signed = Self::from_members(members)?;
        Ok((signed, id?))
    }

    /// The id, which covers the signature.
    ///
    /// # Errors
    ///
    /// As [`crate::encoding::jcs::canonicalize`].
    pub fn id(&self) -> Result<String, Error> {
        id_of::<T>(&self.to_members())
    }
}

fn id_of<T: Identified>(members: &Members) -> Result<String, Error> {
    common::hash(T::ID_LABEL, T::ID_PREFIX, members)
}

/// A record of the kind `T` that is to be signed.
pub(crate) fn unsigned<T: Body + 'static>(members: Members) -> Result<Unsigned, Error> {
    Draft::<T>::from_members(members)?.into_unsigned()
}

/// The `type` of a record; empty if it has none.
pub(crate) fn kind(members: &Members) -> &str {
    members.get("type").and_then(Value::as_str).unwrap_or_default()
}
