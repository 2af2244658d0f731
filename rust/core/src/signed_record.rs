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

use crate::{
    Error,
    encoding::document::{Node, Numbers, OwnedObject},
    keys::{Algorithm, PublicKey},
    record::{Record, Refuse, keep},
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
    object: OwnedObject,
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
    /// A code of [`crate::encoding::document`]; [`Refusals::version`] for another `type`; `ERR_KEY_ALGORITHM` if the key
    /// does not do the algorithm; else as [`Body::read`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::read(keep(text)?)
    }

    /// As [`Self::from_json`], of a text that [`Node::text_with`] made.
    pub(crate) fn from_text(text: String) -> Result<Self, Error> {
        Self::read(OwnedObject::own(text, Numbers::Reprinted)?)
    }

    fn read(object: OwnedObject) -> Result<Self, Error> {
        let mut record = Record::new(object.node(), T::REFUSALS.malformed);
        let (body, key, algorithm) = read(&mut record)?;
        record.end()?;
        Ok(Self { body, object, key, algorithm })
    }

    /// Writes the record as canonical text.
    pub(crate) fn to_json(&self) -> Result<String, Error> {
        self.object.node().canonical()
    }

    /// The bytes to sign: `lp(type) ‖ JCS(record without signature)`.
    ///
    /// # Errors
    ///
    /// As [`crate::encoding::document::Document::canonical`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        common::message(T::LABEL, self.object.node())
    }

    /// The record, to be signed.
    ///
    /// # Errors
    ///
    /// As [`Body::check_issue`] and [`Self::to_bytes`].
    pub fn into_unsigned(self) -> Result<Unsigned, Error>
    where
        T: 'static,
    {
        self.body.check_issue(&self.key)?;
        let (algorithm, key) = (self.algorithm, self.key.clone());
        let message = self.to_bytes()?;
        let object = self.object;
        let complete = move |_: &[u8], signature: &[u8]| common::sign(object.node(), signature);
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
    /// As [`Draft::from_json`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::read(keep(text)?)
    }

    /// Reads a record of a text that was read already.
    pub(crate) fn read(object: OwnedObject) -> Result<Self, Error> {
        let mut record = Record::new(object.node(), T::REFUSALS.malformed);
        let signature = common::take_signature(&mut record, T::REFUSALS)?;
        let (body, key, algorithm) = read(&mut record)?;
        record.end()?;
        let signature = common::check_length(signature, algorithm, T::REFUSALS)?;
        Ok(Self { draft: Draft { body, object, key, algorithm }, signature })
    }

    /// The record as it was read.
    pub(crate) fn node(&self) -> Node<'_> {
        self.draft.object.node()
    }

    /// Writes the record as canonical text.
    ///
    /// # Errors
    ///
    /// As [`Draft::to_bytes`].
    pub fn to_json(&self) -> Result<String, Error> {
        self.node().canonical()
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
        common::is_signed(T::LABEL, self.node(), self.draft.algorithm, key, &self.signature)
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
    /// The id, which covers the signature.
    ///
    /// # Errors
    ///
    /// As [`Draft::to_bytes`].
    pub fn id(&self) -> Result<String, Error> {
        common::hash(T::ID_LABEL, T::ID_PREFIX, &self.to_json()?)
    }
}

fn read<T: Body>(record: &mut Record<'_>) -> Result<(T, PublicKey, Algorithm), Error> {
    let (key, algorithm) = common::read_signer(record, T::LABEL, T::KEY, T::REFUSALS)?;
    Ok((T::read(record)?, key, algorithm))
}

/// A record of the kind `T` that is to be signed.
pub(crate) fn unsigned<T: Body + 'static>(object: OwnedObject) -> Result<Unsigned, Error> {
    Draft::<T>::read(object)?.into_unsigned()
}

/// The `type` of a record; empty if it has none.
pub(crate) fn kind(record: Node<'_>) -> String {
    record.get("type").and_then(Node::as_str).unwrap_or_default().to_owned()
}
