//! What the signed records of an identity share. They carry its name and no key, so the key comes from
//! the trust input.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Error,
    aid::{self, Anchors, Read, compact, ensure},
    print::Written,
    trust::ProvenKey,
};

/// What follows from the content of a record.
pub(super) struct Parts {
    /// What the id is a hash of; none where the record lacks a part of it.
    pub(super) id_input: Option<String>,
    /// What the record's hash is a hash of, for records that have one.
    pub(super) hash_input: Option<String>,
    /// What is signed.
    pub(super) message: String,
}

/// A kind of signed record.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// What errors call it.
    const WHAT: &'static str;
    /// What its ids begin with.
    const PREFIX: &'static str;
    /// Members that no signature covers.
    const UNCOVERED: &'static [&'static str];
    /// What its signature leaves unproven.
    const UNPROVEN: &'static [&'static str] = &["time"];

    fn identity(&self) -> &str;
    fn id(&self) -> &str;
    fn hash(&self) -> Option<&str> {
        None
    }
    fn signature(&self) -> &str;
    /// Puts together what is hashed and signed. Refuses values that are out of range or ambiguous.
    fn parts(&self) -> Result<Parts, Error>;
}

pub(super) fn read<T: Record>(text: &str) -> Result<Read<T>, Error> {
    aid::read(text, T::WHAT)
}

/// Checks hash, id and signature of a record; gives what follows from its content, and the key that signed.
pub(super) fn check<T: Record>(record: &T, anchors: &Anchors) -> Result<(Parts, ProvenKey), Error> {
    let parts = record.parts()?;
    if let (Some(input), Some(hash)) = (&parts.hash_input, record.hash()) {
        ensure(aid::hash(input) == hash, || Error::AidHash)?;
    }
    if let Some(input) = &parts.id_input {
        ensure(aid::id(T::PREFIX, input.as_bytes()) == record.id(), || Error::AidId)?;
    }
    let signer = anchors.key_of(record.identity())?;
    ensure(aid::holds(&signer.key, &parts.message, record.signature()), || Error::AidSignature)?;
    Ok((parts, signer))
}

/// Verifies a record; gives the facts, to which `more` adds.
pub(super) fn verify<T: Record>(
    text: &str,
    anchors: &Anchors,
    more: impl FnOnce(Written, &T) -> Result<Written, Error>,
) -> Result<String, Error> {
    let Read { value, unknown } = read::<T>(text)?;
    let (parts, signer) = check(&value, anchors)?;
    let uncovered = unknown.iter().map(String::as_str).chain(T::UNCOVERED.iter().copied());
    let facts = Written::with_room(2 * text.len() + aid::FACTS)
        .text_or_null("hashInput", parts.hash_input.as_deref())
        .text("id", value.id())
        .text_or_null("idInput", parts.id_input.as_deref())
        .text("identity", value.identity())
        .text("message", &parts.message)
        .text("record", &compact(&value))
        .json("signer", &signer.to_json())
        .texts("uncovered", uncovered)
        .texts("unproven", T::UNPROVEN.iter().copied());
    Ok(more(facts, &value)?.end())
}

pub(super) fn add_nothing<T>(facts: Written, _: &T) -> Result<Written, Error> {
    Ok(facts)
}
