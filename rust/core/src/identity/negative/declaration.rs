//! A signed declaration that something is not done, and the testimony of who saw it.

use std::borrow::Cow;

use crate::{
    Error, did,
    error::excerpt,
    grant::{MAX_CAPABILITIES, capability::Pattern},
    keys::PublicKey,
    label,
    print::quoted,
    record::{self, Record},
    signed_record::{self, Body, Identified, Refusals, Signed, kind},
    time::UnixSeconds,
    unsigned::Unsigned,
};

const ID_PREFIX: &str = "negative:";

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::NegativeMalformed(member.into(), reason)
}

static REFUSALS: Refusals =
    Refusals { malformed, version: Error::NegativeVersion, signature: Error::NegativeSignature };

/// What an identity says that it does not do. See the table in [`super`].
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Who says it.
    pub declarer: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// What it does not do; never empty.
    pub capabilities: Vec<Pattern>,
    /// First second of the window.
    pub from: UnixSeconds,
    /// First second after it.
    pub until: UnixSeconds,
    /// When it was said.
    pub issued: UnixSeconds,
}

impl Body for Declaration {
    const LABEL: &'static str = label::NEGATIVE_DECLARATION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let list = record.texts("capabilities", MAX_CAPABILITIES)?;
        if list.is_empty() {
            return Err(malformed("capabilities", "it must name a capability"));
        }
        record.maybe("reason", Record::owned)?;
        record.bytes("nonce", 16..=64)?;
        let read = Self {
            declarer: record.did("declarer")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            capabilities: list.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            from: record.seconds("from")?,
            until: record.seconds("until")?,
            issued: record.seconds("issued")?,
        };
        if read.from < read.until {
            Ok(read)
        } else {
            Err(malformed("until", "it must be later than `from`"))
        }
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        did::check_names(&self.declarer, key, Error::NegativeIdentity).map(drop)
    }
}

impl Identified for Declaration {
    const ID_LABEL: &'static str = label::NEGATIVE_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

/// What a witness of a declaration signs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Testimony {
    /// Id of the declaration.
    pub declaration: String,
    /// Who saw it.
    pub witness: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// When it was seen, as the witness says.
    pub issued: UnixSeconds,
}

impl Body for Testimony {
    const LABEL: &'static str = label::NEGATIVE_WITNESS;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        Ok(Self {
            declaration: record.id("declaration", ID_PREFIX)?,
            witness: record.did("witness")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            issued: record.seconds("issued")?,
        })
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        did::check_names(&self.witness, key, Error::NegativeIdentity).map(drop)
    }
}

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// `ERR_NEGATIVE_IDENTITY`; as [`crate::signed_record::Draft::from_json`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    let record = record::keep(text)?;
    match &*kind(record.node()) {
        label::NEGATIVE_DECLARATION => signed_record::unsigned::<Declaration>(record),
        label::NEGATIVE_WITNESS => signed_record::unsigned::<Testimony>(record),
        other => Err(Error::NegativeVersion(excerpt(other))),
    }
}

/// Makes the record of a witness: `draft`, with `type` and `declaration` added. Checks the signature of the
/// declaration.
///
/// # Errors
///
/// `ERR_NEGATIVE_SIGNATURE`; a code of what cannot be read.
pub fn witness(declaration: &str, draft: &str) -> Result<String, Error> {
    let declaration = Signed::<Declaration>::from_json(declaration)?;
    declaration.check()?;
    let (id, kind) = (quoted(&declaration.id()?), quoted(label::NEGATIVE_WITNESS));
    let draft = record::read(draft)?;
    draft.root().canonical_with(&[], &[("declaration", &id), ("type", &kind)])
}
